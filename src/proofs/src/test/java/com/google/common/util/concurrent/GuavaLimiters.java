package com.google.common.util.concurrent;

import com.google.common.util.concurrent.RateLimiter.SleepingStopwatch;
import java.util.function.LongSupplier;

/** Limiters of Guava by another clock, which Guava lets only its own package choose. */
public final class GuavaLimiters {

    private GuavaLimiters() {}

    /** What {@link RateLimiter#create(double)} gives, by a clock of microseconds; who must wait does not. */
    public static RateLimiter create(double permitsPerSecond, LongSupplier micros) {
        return RateLimiter.create(permitsPerSecond, new SleepingStopwatch() {
            @Override
            protected long readMicros() {
                return micros.getAsLong();
            }

            @Override
            protected void sleepMicrosUninterruptibly(long wait) {
                if (wait > 0) {
                    throw new AssertionError("waits for " + wait + " microseconds");
                }
            }
        });
    }
}
