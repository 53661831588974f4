package io.github.ostiary.rule;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Settlement.Ending;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a lockout takes for a failure and for a success. Immutable.
 *
 * @param failure any of these shows a failure
 * @param success any of these shows a success, unless a failure shows too
 */
public record Signals(List<Signal> failure, List<Signal> success) {

    /** Copies the lists. */
    public Signals {
        failure = List.copyOf(failure);
        success = List.copyOf(success);
    }

    /**
     * How an attempt ended. Failure wins, also one that may yet show while the answer is only about to leave; what shows neither was no attempt: other exceptions, server errors, aborts.
     * Where an exception escaped nothing else of the call counts, unless an answer had begun to leave: a caller who has
     * seen that it was wrong and hangs up has failed. That, and a server error, is never a success. A redirect that can
     * be read in two ways fails if either shows a failure, and succeeds if both show a success; one that a failure names
     * behind further segments fails.
     *
     * @param sighting what was seen of it
     * @return how to settle it
     */
    public Ending judge(CallOutcome sighting) {
        Ending ending = judged(sighting);
        @Nullable
        String path = sighting.answer().location().map(Redirects::asPath).orElse(null);
        if (path == null) {
            return ending;
        }
        Ending other = judged(sighting.redirecting(path));
        return ending == Ending.FAILED || other == ending ? ending : other == Ending.FAILED ? other : Ending.ABANDONED;
    }

    private Ending judged(CallOutcome sighting) {
        if (failure.stream().anyMatch(signal -> showsFailure(signal, sighting))) {
            return Ending.FAILED;
        }
        boolean good = sighting.thrown().isEmpty() && !sighting.isServerError();
        boolean decided = sighting.isOver() || failure.stream().allMatch(Signal::isOfAnswer);
        return good && decided && success.stream().anyMatch(signal -> showsSuccess(signal, sighting))
                ? Ending.SUCCEEDED
                : Ending.ABANDONED;
    }

    /** A failure is one behind whatever the caller has put before it, too; only what is denied is read as it stands. */
    private static boolean showsFailure(Signal signal, CallOutcome sighting) {
        if (signal instanceof Signal.Location location) {
            return location.endsThere(sighting);
        }
        return signal instanceof Signal.All all
                ? all.signals().stream().allMatch(each -> showsFailure(each, sighting))
                : signal.matches(sighting);
    }

    /** Where a success must not lead, it must not lead behind anything the caller has put before it, either. */
    private static boolean showsSuccess(Signal signal, CallOutcome sighting) {
        if (signal instanceof Signal.Not not && not.signal() instanceof Signal.Location location) {
            return signal.matches(sighting) && !location.endsThere(sighting);
        }
        return signal instanceof Signal.All all
                ? all.signals().stream().allMatch(each -> showsSuccess(each, sighting))
                : signal.matches(sighting);
    }

    /**
     * Whether any asks for sessions.
     *
     * @return true if the session must be known from before the call
     */
    public boolean askForSessions() {
        return Stream.concat(failure.stream(), success.stream()).anyMatch(Signals::asksForSession);
    }

    private static boolean asksForSession(Signal signal) {
        return signal instanceof Signal.SessionRenewed
                || (signal instanceof Signal.Not not && asksForSession(not.signal()))
                || (signal instanceof Signal.All all && all.signals().stream().anyMatch(Signals::asksForSession));
    }
}
