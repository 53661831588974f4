package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * The figures a rule gives its algorithm besides the rates. Immutable.
 *
 * @param burst of a bucket; the rate's permits if unstated
 * @param initial tokens of a bucket never used; the burst if unstated
 * @param refill of a token-bucket
 * @param precision of a sliding-window; a tenth of the window if unstated
 */
record TuningConfig(Optional<Integer> burst, Optional<Integer> initial, Refill refill, Optional<Duration> precision) {

    static final TuningConfig PLAIN =
            new TuningConfig(Optional.empty(), Optional.empty(), Refill.SMOOTH, Optional.empty());

    /** The ways a token-bucket refills. */
    enum Refill {
        SMOOTH,
        INTERVAL
    }

    /** The tuning of one of the rule's rates. */
    Tuning tuning(Algorithm algorithm, Rate rate) {
        Tuning tuning = Tuning.of(algorithm, rate);
        if (burst.isPresent()) {
            tuning = tuning.withBurst(burst.get());
        }
        if (initial.isPresent()) {
            tuning = tuning.withInitial(initial.get());
        }
        if (precision.isPresent()) {
            tuning = tuning.withPrecision(Durations.toMicros(precision.get()));
        }
        return tuning.withRefillByInterval(refill == Refill.INTERVAL);
    }
}
