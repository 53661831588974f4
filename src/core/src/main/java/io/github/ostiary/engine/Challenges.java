package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.edge.OfferedChallenge.NoAnswer;
import io.github.ostiary.engine.DecisionListener.Door;
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
import org.jspecify.annotations.Nullable;

/**
 * The answers of calls to the challenges that are pending for them: an answer is reserved, verified and settled like a password,
 * before any password is looked at. Thread-safe.
 *
 * <p>An answer that cannot be verified, since the verifier throws, is neither right nor wrong: the attempt stays denied, and the
 * answer does not count. So a caller who can make the verifier throw gets no password looked at, learns nothing about the
 * challenge and clears nothing; and an outage of the verifier's service locks no owner out. An answer that turns out to be none
 * is treated alike.
 */
final class Challenges {

    private static final System.Logger LOG = Log.of(Challenges.class);

    /** The rest of a decision, once no challenge is in the way. */
    interface WayIn {

        /** Lets a call in, has it wait, or denies it for good. */
        GuardedAdmission enter(Claims claims, DecidedAdmission decided, List<SharedPermit> sharedPermits, Door door);
    }

    private final AdmissionControl control;
    private final SiegeLimits limits;
    private final Supplier<Claims> fresh;
    private final WayIn wayIn;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    Challenges(AdmissionControl control, SiegeLimits limits, Supplier<Claims> fresh, WayIn wayIn) {
        this.control = control;
        this.limits = limits;
        this.fresh = fresh;
        this.wayIn = wayIn;
    }

    /**
     * A call that has answered a challenge.
     *
     * @param claims all that the attempt asks for
     * @param denied how the attempt stands
     * @param call whose answer it is
     * @param sharedPermits what the attempt uses that other calls hold
     * @param answer reserved, waiting or denied
     * @param door by which the call came
     */
    private record Answered(
            Claims claims,
            DecidedAdmission denied,
            CallContext call,
            List<SharedPermit> sharedPermits,
            ReservedAnswer answer,
            Door door) {}

    /** Goes on with a call that is denied for want of a challenge: if it has answered that, has the answer verified first. */
    GuardedAdmission answer(
            Claims claims, DecidedAdmission denied, CallContext call, List<SharedPermit> sharedPermits, Door door) {
        DecidedAdmission otherwise = denied.butForChallenges();
        boolean helps = otherwise.allowed() || otherwise.patienceMicros() > 0; // else nothing is used up for it
        if (limits.replaceChallenges(denied)) {
            return wayIn.enter(
                    claims, helps ? control.decide(limits.passed(denied, call)) : otherwise, sharedPermits, door);
        }
        Claims answers = fresh.get();
        for (int i = 0; i < denied.answer().size(); i++) {
            Ask ask = denied.asks().get(i);
            if (denied.wantsAnswer(i) && isAnswered(ask.rule(), call)) {
                answers.answer(ask);
            }
        }
        if (answers.asks().isEmpty()) {
            control.listener.challenged(denied.asks(), false);
            return wayIn.enter(claims, denied, sharedPermits, door);
        }
        if (!helps) {
            return wayIn.enter(claims, otherwise, sharedPermits, door);
        }
        Answered answered = new Answered(claims, denied, call, sharedPermits, control.reserve(answers), door);
        AnsweringAdmission answering =
                new AnsweringAdmission(denied, answered.answer(), () -> verified(answered), () -> givenUp(answered));
        answering.goOn();
        return answering;
    }

    /** Verifies an answer, on a thread of its call, and decides the attempt anew if that is right. */
    private GuardedAdmission verified(Answered answered) {
        if (!answered.answer().isReserved()) {
            return refuse(answered, answered.answer().refusal());
        }
        boolean right = isRight(answered);
        control.listener.challenged(answered.denied().asks(), right);
        if (right) {
            DecidedAdmission passed = limits.passed(answered.denied(), answered.call());
            return wayIn.enter(answered.claims(), control.decide(passed), answered.sharedPermits(), answered.door());
        }
        return refuse(answered, control.denialNow(answered.denied()));
    }

    /** Denies a call whose answer will not be verified any more. */
    private GuardedAdmission givenUp(Answered answered) {
        answered.answer().giveUp();
        Decision refusal = answered.answer().refusal();
        Decision denial = refusal.allowed() ? answered.denied().decision() : refusal;
        return refuse(answered, denial);
    }

    /** Denies a call for good whose answer has opened nothing. */
    private GuardedAdmission refuse(Answered answered, Decision denial) {
        DecidedAdmission denied = answered.denied();
        control.listener.decided(answered.door(), denied.asks(), denied.answer(), denial);
        RetryRequest.deny(control.tiers, denied.asks(), denied.inEarnest());
        answered.sharedPermits().forEach(sharedPermit -> sharedPermit.denied(denial));
        return new FinalAdmission(denial);
    }

    private boolean isAnswered(Rule rule, CallContext call) {
        Optional<ChallengeVerifier> verifier = rule.verifier();
        try {
            return verifier.isPresent() && verifier.get().isAnswered(call);
        } catch (Throwable e) {
            failed(rule, e);
            return false;
        }
    }

    /** The cause may hold what the caller wrote: the full text is at level DEBUG, the warning comes once. */
    private void failed(Rule rule, Throwable e) {
        String message = "The verifier of lockout." + rule.name() + " cannot say whether an answer is right";
        if (warned.add(rule.name())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    message + ": " + e.getClass().getName() + "; logged once, in full at DEBUG");
        }
        LOG.log(System.Logger.Level.DEBUG, message, e);
    }

    /** Each verifier is asked once, however many rules share it: an answer is not right twice. */
    private boolean isRight(Answered answered) {
        IdentityHashMap<Object, Operation> said = new IdentityHashMap<>();
        answered.answer().finish(rule -> rule.verifier()
                .map(verifier -> said.computeIfAbsent(scope(verifier), each -> verify(verifier, rule, answered.call())))
                .orElse(Operation.ABANDON));
        boolean right = false;
        for (Ask ask : answered.denied()
                .asks()) { // what a rule's verifier says that only reports opens nothing, closes nothing
            @Nullable
            Operation ending =
                    ask.rule().verifier().map(Challenges::scope).map(said::get).orElse(null);
            if (ending != null && !ask.claim().shadow()) {
                if (ending != Operation.SUCCEED) {
                    return false;
                }
                right = true;
            }
        }
        return right;
    }

    private static Object scope(ChallengeVerifier verifier) {
        return verifier instanceof OfferedChallenge offered ? offered.scope() : verifier;
    }

    private Operation verify(ChallengeVerifier verifier, Rule rule, CallContext call) {
        try {
            return verifier.verify(call) ? Operation.SUCCEED : Operation.FAIL;
        } catch (NoAnswer e) {
            return Operation.ABANDON;
        } catch (Throwable e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failed(rule, e);
            return Operation.ABANDON;
        }
    }
}
