package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.login.PasswordCheck.Shown;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A look at a password behind rules: reserved before, settled by what it has shown. */
final class GuardedLook {

    private static final int UNAUTHORIZED = 401;

    private GuardedLook() {}

    /**
     * Looks, if the rules permit.
     *
     * @param rules their names
     * @param call whose principal is the name that is tried
     * @throws RateLimitExceededException if they do not
     * @throws Throwable what looking throws
     */
    static <T> @Nullable T take(Entrance entrance, List<String> rules, LoginCall call, PasswordCheck<T> check)
            throws Throwable {
        if (call.isUnreadable()) { // else its address would be counted in place of the name, which a store may still
            // find
            throw new RateLimitExceededException(
                    Decision.deny(Decision.Reason.MALFORMED, rules.get(0), List.of(), null, false, false));
        }
        Admission admission = entrance.enter(rules, call);
        try {
            if (admission.isWaiting()) {
                admission.awaitDecision();
            }
            if (admission.decision() instanceof Decision.Denied denied) {
                throw new RateLimitExceededException(denied);
            }
            try {
                @Nullable T answer = check.look();
                admission.end(outcome(check.shown(answer), Optional.empty(), call));
                return answer;
            } catch (Throwable failure) {
                admission.end(outcome(check.shownBy(failure), Optional.of(failure), call));
                throw failure;
            }
        } finally {
            admission.giveUp();
            admission.end();
        }
    }

    /** As an application of its own would answer it. */
    private static CallOutcome outcome(Shown shown, Optional<Throwable> failure, CallContext call) {
        return switch (shown) {
            case RIGHT -> answered(OptionalInt.empty(), call);
            case WRONG -> answered(OptionalInt.of(UNAUTHORIZED), call);
            case NOTHING -> new CallOutcome(OptionalInt.empty(), CallOutcome.Answer.NONE, failure, false, false, call);
        };
    }

    private static CallOutcome answered(OptionalInt status, CallContext call) {
        return new CallOutcome(status, CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }
}
