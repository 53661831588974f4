package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Operation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signals by which a lockout judges the ends of attempts. Immutable.
 *
 * @param failure any of these shows a failure
 * @param success any of these proves a success, unless a failure shows too
 * @param neutral any of these shows that nothing was tried, unless a failure shows too, or a success and it is a mere status
 * @param judge who knows how an attempt ended
 */
public record Signals(List<Signal> failure, List<Signal> success, List<Signal> neutral, Judge judge) {

    /** The one who knows how attempts end. */
    public enum Judge {
        /** The application, by its answers. */
        APPLICATION,
        /** The container, which looks at passwords itself. */
        CONTAINER,
        /** Spring Security, which looks at passwords inside a request. */
        SPRING
    }

    /** The signals of a sign-in that the container does itself: its verdict. */
    public static final Signals OF_CONTAINER = verdictOf(Judge.CONTAINER);

    /** The signals of a sign-in that Spring Security does: its verdict. */
    public static final Signals OF_SPRING = verdictOf(Judge.SPRING);

    private static Signals verdictOf(Judge judge) {
        return new Signals(
                List.of(new Signal.Status(Set.of(401))), List.of(new Signal.Authenticated()), List.of(), judge);
    }

    /** Copies the lists. */
    public Signals {
        failure = List.copyOf(failure);
        success = List.copyOf(success);
        neutral = List.copyOf(neutral);
    }

    /**
     * The signals of an application.
     *
     * @param failure any of these shows a failure
     * @param success any of these proves a success, unless a failure shows too
     * @param neutral any of these shows that nothing was tried, unless a failure shows too, or a success and it is a mere status
     */
    public Signals(List<Signal> failure, List<Signal> success, List<Signal> neutral) {
        this(failure, success, neutral, Judge.APPLICATION);
    }

    /**
     * How an attempt ended, of which nothing more will show: failed, unless it shows something else. What the caller or
     * a fault can bring about shows nothing.
     *
     * @param outcome what was seen of it
     * @return {@code FAIL}, {@code SUCCEED}, {@code ABANDON} if nothing was tried, or {@code UNCLEAR}
     */
    public Operation judge(CallOutcome outcome) {
        @Nullable Operation shown = shown(outcome);
        if (shown != null) {
            return shown;
        }
        return outcome.isConclusive() ? Operation.FAIL : Operation.UNCLEAR;
    }

    /**
     * The end that shows of an attempt that may go on. A failure wins. A server error and an exception are never a
     * success: a caller who has seen that the password was wrong and hangs up has failed.
     *
     * @param outcome what was seen of it
     * @return {@code FAIL}; or, once the call is over, {@code SUCCEED} or {@code ABANDON}; null if nothing shows
     */
    public @Nullable Operation shown(CallOutcome outcome) {
        if (anyShows(failure, outcome, true)) {
            return Operation.FAIL;
        }
        if (!outcome.returned() || !outcome.isConclusive()) {
            return null;
        }
        if (namesAnswer(outcome)) {
            return Operation.ABANDON;
        }
        if (anyShows(success, outcome, false)) {
            return Operation.SUCCEED;
        }
        return anyShows(neutral, outcome, false) ? Operation.ABANDON : null;
    }

    /** Whether a neutral signal is that very answer, and no mere status: the first of two steps may renew a session, too. */
    private boolean namesAnswer(CallOutcome outcome) {
        for (Signal signal : neutral) {
            if (!signal.isOfStatus() && signal.shows(outcome, false)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyShows(List<Signal> signals, CallOutcome outcome, boolean inDoubt) {
        for (Signal signal : signals) {
            if (signal.shows(outcome, inDoubt)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a status alone shows a failure, whatever is answered in the end.
     *
     * @param status that an application has set
     * @return true if so
     */
    public boolean failBy(int status) {
        for (Signal signal : failure) {
            if (signal.isOfStatus() && signal.hasStatus(status)) {
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
        return Stream.of(failure, success, neutral).flatMap(List::stream).anyMatch(Signal::asksForSession);
    }
}
