package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import java.time.Duration;

/**
 * The time one decision may take, and the clock that measures it.
 *
 * @param micros {@code redis.timeout}, queueing included, µs
 * @param time the local monotonic clock
 */
record Budget(long micros, TimeSource time) {

    static Budget of(Duration timeout, TimeSource time) {
        return new Budget(timeout.toNanos() / 1_000, time);
    }

    /** The deadline of what begins now. */
    long deadline() {
        return time.micros() + micros;
    }
}
