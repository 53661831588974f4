package io.github.ostiary.lease;

import io.github.ostiary.TimeSource;
import java.time.Duration;

/**
 * The time one decision may take, and the clock that measures it.
 *
 * @param micros {@code redis.timeout}, queueing included, µs
 * @param time the local monotonic clock
 */
public record Budget(long micros, TimeSource time) {

    public static Budget of(Duration timeout, TimeSource time) {
        return new Budget(timeout.toNanos() / 1_000, time);
    }

    /** The deadline of what begins now. */
    public long deadline() {
        return time.micros() + micros;
    }
}
