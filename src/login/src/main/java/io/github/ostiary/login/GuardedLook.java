package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.login.PasswordCheck.Shown;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A look at a password behind rules: reserved before, settled by what it has shown.
 *
 * @param call whose principal is the name that is tried
 * @param check looks
 */
record GuardedLook<T>(CallContext call, PasswordCheck<T> check) implements CallBody<T, Throwable> {

    private static final int UNAUTHORIZED = 401;

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
        return entrance.call(rules, call, new GuardedLook<>(call, check));
    }

    @Override
    public @Nullable T admitted(Admission admission) throws Throwable {
        @Nullable T answer;
        try {
            answer = check.look();
        } catch (Throwable failure) {
            admission.end(outcome(check.shownBy(failure), Optional.of(failure)));
            throw failure;
        }
        admission.end(outcome(check.shown(answer), Optional.empty()));
        return answer;
    }

    /** The outcome, as an application of its own would answer it. */
    private CallOutcome outcome(Shown shown, Optional<Throwable> failure) {
        return switch (shown) {
            case RIGHT -> answered(OptionalInt.empty());
            case WRONG -> answered(OptionalInt.of(UNAUTHORIZED));
            case NOTHING -> new CallOutcome(OptionalInt.empty(), CallOutcome.Answer.NONE, failure, false, false, call);
        };
    }

    private CallOutcome answered(OptionalInt status) {
        return new CallOutcome(status, CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }
}
