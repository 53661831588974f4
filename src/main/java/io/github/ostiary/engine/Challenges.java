package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Operation;
import io.github.ostiary.text.Log;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The answers of calls to the challenges that are pending for them: an answer is reserved, verified and settled like a password,
 * before any password is looked at. Thread-safe.
 */
final class Challenges {

    private static final System.Logger LOG = Log.of(Challenges.class);

    private final AdmissionControl control;
    private final Supplier<Claims> fresh;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    Challenges(AdmissionControl control, Supplier<Claims> fresh) {
        this.control = control;
        this.fresh = fresh;
    }

    /**
     * If a call was denied for want of a challenge and answers it, verifies the answer and has it decided again.
     *
     * @return how the call stands then
     */
    DecidedCall answered(DecidedCall denied, CallContext call) {
        Claims answers = fresh.get();
        for (Ask ask : denied.asks()) {
            Optional<ChallengeVerifier> verifier = ask.rule().verifier();
            if (verifier.isPresent() && isAnswered(verifier.get(), ask.rule(), call)) {
                answers.answer(ask);
            }
        }
        if (answers.asks().isEmpty()) {
            return denied;
        }
        control.tell(denied);
        DecidedCall answer = control.decide(answers, false);
        if (answer.allowed() && allRight(control.enterUncounted(answer, List.of()), call)) {
            return control.decide(denied);
        }
        control.countDenied(denied);
        return answer.allowed() ? control.peek(denied) : answer;
    }

    private boolean isAnswered(ChallengeVerifier verifier, Rule rule, CallContext call) {
        try {
            return verifier.isAnswered(call);
        } catch (RuntimeException e) {
            failed(rule, e);
            return false;
        }
    }

    /** What it failed on may be what the caller wrote: told in full only to whoever looks, and else once. */
    private void failed(Rule rule, Throwable e) {
        String message = "The verifier of lockout." + rule.name() + " cannot say whether an answer is right";
        if (warned.add(rule.name())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    message + ": " + e.getClass().getName() + "; told once, in full at DEBUG");
        }
        LOG.log(System.Logger.Level.DEBUG, message, e);
    }

    /** Each verifier is asked once, however many rules share it: an answer is not right twice. */
    private boolean allRight(GuardedCall answer, CallContext call) {
        IdentityHashMap<ChallengeVerifier, Operation> said = new IdentityHashMap<>();
        answer.finish(rule -> rule.verifier()
                .map(verifier -> said.computeIfAbsent(verifier, each -> verify(each, rule, call)))
                .orElse(Operation.ABANDON));
        return said.values().stream().allMatch(Operation.SUCCEED::equals);
    }

    private Operation verify(ChallengeVerifier verifier, Rule rule, CallContext call) {
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
