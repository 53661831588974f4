package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Lets a call answer the challenge that is pending for it: the answer is reserved, verified and settled like a password,
 * before any password is looked at. Thread-safe.
 */
final class Challenges {

    private static final System.Logger LOG = System.getLogger(Challenges.class.getName());

    private final AdmissionControl turnstile;
    private final Supplier<Claims> fresh;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    Challenges(AdmissionControl turnstile, Supplier<Claims> fresh) {
        this.turnstile = turnstile;
        this.fresh = fresh;
    }

    /**
     * If a call was denied for want of a challenge and answers it, verifies the answer and lets it ask again.
     *
     * @return how the call stands then
     */
    Visit answered(Visit denied, CallContext call) {
        if (denied.isWaiting() || denied.decision().reason() != Reason.CHALLENGE_REQUIRED) {
            return denied;
        }
        Claims answers = fresh.get();
        denied.asks().forEach(ask -> reserve(ask, call, answers));
        if (!answers.asks().isEmpty()) {
            Visit answer = turnstile.enter(answers.asks(), false, false);
            if (answer.decision().allowed() && allRight(answer, call)) {
                return turnstile.enter(denied.inEarnest(), denied.decision().shadowed(), true);
            }
            turnstile.countDenied(denied);
            return answer.decision().allowed() ? turnstile.denied(denied.asks(), denied.decision()) : answer;
        }
        turnstile.countDenied(denied);
        return denied;
    }

    private void reserve(Ask ask, CallContext call, Claims answers) {
        if (ask.claim() instanceof Reservation attempt
                && ask.rule() instanceof LockoutRule rule
                && rule.verifier()
                        .filter(verifier -> isAnswered(verifier, rule, call))
                        .isPresent()) {
            answers.reserve(rule, ask.key(), Purpose.CHALLENGE, attempt.value(), attempt.network());
        }
    }

    private boolean isAnswered(ChallengeVerifier verifier, LockoutRule rule, CallContext call) {
        try {
            return verifier.isAnswered(call);
        } catch (RuntimeException e) {
            failed(rule, e);
            return false;
        }
    }

    /** What it failed on may be what the caller wrote: told in full only to whoever looks, and else once. */
    private void failed(LockoutRule rule, Throwable e) {
        String message = "The verifier of lockout." + rule.name() + " cannot say whether an answer is right";
        if (warned.add(rule.name())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    message + ": " + e.getClass().getName() + "; told once, in full at DEBUG");
        }
        LOG.log(System.Logger.Level.DEBUG, message, e);
    }

    /** Each verifier is asked once, however many rules share it: an answer is not right twice. */
    private boolean allRight(Visit visit, CallContext call) {
        IdentityHashMap<ChallengeVerifier, Operation> said = new IdentityHashMap<>();
        visit.finish(rule -> rule.verifier()
                .map(verifier -> said.computeIfAbsent(verifier, each -> verify(each, rule, call)))
                .orElse(Operation.ABANDON));
        return said.values().stream().allMatch(Operation.SUCCEED::equals);
    }

    private Operation verify(ChallengeVerifier verifier, LockoutRule rule, CallContext call) {
        try {
            return verifier.verify(call) ? Operation.SUCCEED : Operation.FAIL;
        } catch (Throwable e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failed(rule, e);
            return Operation.ABANDON;
        }
    }
}
