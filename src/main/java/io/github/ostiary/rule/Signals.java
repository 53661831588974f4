package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Operation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signals by which a lockout tells failures and successes. Immutable.
 *
 * @param failure any of these shows a failure
 * @param success any of these shows a success, unless a failure shows too
 * @param ofContainer whether the container itself is asked, and no application
 */
public record Signals(List<Signal> failure, List<Signal> success, boolean ofContainer) {

    /** Those of a sign-in that the container does itself: its verdict. */
    public static final Signals OF_CONTAINER =
            new Signals(List.of(new Signal.Status(Set.of(401))), List.of(new Signal.Authenticated()), true);

    /** Copies the lists. */
    public Signals {
        failure = List.copyOf(failure);
        success = List.copyOf(success);
    }

    /**
     * Those of an application.
     *
     * @param failure any of these shows a failure
     * @param success any of these shows a success, unless a failure shows too
     */
    public Signals(List<Signal> failure, List<Signal> success) {
        this(failure, success, false);
    }

    /**
     * How an attempt ended. Failure wins, also one that may yet show while the answer is only about to leave; what shows
     * neither was no attempt: other exceptions, server errors, aborts.
     * Where an exception escaped nothing else of the call counts, unless an answer had begun to leave: a caller who has
     * seen that it was wrong and hangs up has failed. That, and a server error, is never a success. A redirect that can
     * be read in two ways fails if either shows a failure, and succeeds if both show a success; one that a failure names
     * behind further segments fails.
     *
     * @param outcome what was seen of it
     * @return {@code FAIL}, {@code SUCCEED} or {@code ABANDON}
     */
    public Operation judge(CallOutcome outcome) {
        Operation ending = judged(outcome);
        @Nullable String path = outcome.location().map(Redirects::asPath).orElse(null);
        if (path == null || ending == Operation.FAIL) {
            return ending;
        }
        Operation other = judged(outcome.redirecting(path));
        return other == ending || other == Operation.FAIL ? other : Operation.ABANDON;
    }

    private Operation judged(CallOutcome outcome) {
        boolean ofAnswer = true;
        for (Signal signal : failure) {
            if (signal.showsFailure(outcome)) {
                return Operation.FAIL;
            }
            ofAnswer &= signal.isOfAnswer();
        }
        boolean good = outcome.thrown().isEmpty() && !outcome.isServerError();
        return good && (ofAnswer || outcome.isOver()) && succeeds(outcome) ? Operation.SUCCEED : Operation.ABANDON;
    }

    private boolean succeeds(CallOutcome outcome) {
        for (Signal signal : success) {
            if (signal.showsSuccess(outcome)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether any asks for sessions.
     *
     * @return true if the session must be known from before the call
     */
    public boolean askForSessions() {
        return Stream.concat(failure.stream(), success.stream()).anyMatch(Signal::asksForSession);
    }
}
