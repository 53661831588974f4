package io.github.ostiary.engine;

import io.github.ostiary.Settlement.Ending;
import io.github.ostiary.Sighting;
import java.util.List;
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
     * How an attempt ended. Failure wins; what shows neither was no attempt: other exceptions, server errors, aborts.
     * Where an exception escaped nothing else of the call counts, unless an answer had begun to leave: a caller who has
     * seen that it was wrong and hangs up has failed. That, and a server error, is never a success. A redirect that can
     * be read in two ways fails if either shows a failure, and succeeds if both show a success.
     *
     * @param sighting what was seen of it
     * @return how to settle it
     */
    public Ending judge(Sighting sighting) {
        Ending ending = judged(sighting);
        @Nullable
        String path = sighting.answer().location().map(Redirects::asPath).orElse(null);
        if (path == null) {
            return ending;
        }
        Ending other = judged(sighting.redirecting(path));
        return ending == Ending.FAILED || other == ending ? ending : other == Ending.FAILED ? other : Ending.ABANDONED;
    }

    private Ending judged(Sighting sighting) {
        boolean thrown = sighting.thrown().isPresent();
        boolean answered = !thrown || sighting.status().isPresent();
        if (failure.stream()
                .anyMatch(
                        signal -> (signal instanceof Signal.Thrown ? thrown : answered) && signal.matches(sighting))) {
            return Ending.FAILED;
        }
        boolean good = !thrown && !sighting.isServerError();
        return good && success.stream().anyMatch(signal -> signal.matches(sighting))
                ? Ending.SUCCEEDED
                : Ending.ABANDONED;
    }
}
