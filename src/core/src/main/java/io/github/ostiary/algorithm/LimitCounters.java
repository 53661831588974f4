package io.github.ostiary.algorithm;

import io.github.ostiary.Algorithm;

/** The counters of all algorithms. */
public final class LimitCounters {

    private LimitCounters() {}

    /**
     * A counter never used.
     *
     * @param algorithm how it counts
     * @return it
     */
    public static LimitCounter of(Algorithm algorithm) {
        return switch (algorithm) {
            case SLIDING_LOG -> new SlidingLog();
            case FIXED_WINDOW -> new FixedWindow();
            case SLIDING_WINDOW -> new SlidingWindow();
            case TOKEN_BUCKET -> new TokenBucket();
            case LEAKY_BUCKET -> new LeakyBucket();
            case CALENDAR -> new CalendarCounter();
        };
    }
}
