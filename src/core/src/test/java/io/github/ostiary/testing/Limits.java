package io.github.ostiary.testing;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;

/** Limits for tests. */
public final class Limits {

    private Limits() {}

    /** With the algorithm's defaults. */
    public static Limit of(Algorithm algorithm, String rate) {
        Rate parsed = Rate.parse(rate);
        return of(algorithm, rate, Tuning.of(algorithm, parsed));
    }

    /** With a tuning. */
    public static Limit of(Algorithm algorithm, String rate, Tuning tuning) {
        return new Limit(new LimitId("test", "test", "0"), algorithm, Rate.parse(rate), tuning, 0, false, false);
    }

    /** A bucket of another size than the rate's permits. */
    public static Limit bucket(Algorithm algorithm, String rate, long burst) {
        return of(algorithm, rate, Tuning.of(algorithm, Rate.parse(rate)).withBurst(burst));
    }

    /** The same as one of several. */
    public static Limit named(Limit limit, String name) {
        return new Limit(
                new LimitId("test", name, name),
                limit.algorithm(),
                limit.rate(),
                limit.tuning(),
                limit.minIntervalMicros(),
                limit.countDenied(),
                limit.shadow());
    }

    /** The same with what a rule may say of it. */
    public static Limit with(Limit limit, long intervalMicros, boolean countDenied, boolean shadow) {
        return new Limit(
                new LimitId(limit.rule(), limit.policy(), limit.counter()),
                limit.algorithm(),
                limit.rate(),
                limit.tuning(),
                intervalMicros,
                countDenied,
                shadow);
    }
}
