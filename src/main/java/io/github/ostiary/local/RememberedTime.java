package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.TimeSource;
import java.util.concurrent.TimeUnit;

/**
 * A clock that remembers what it last told, to the millisecond, so that a table's look-ups read none of their own.
 * Thread-safe.
 */
final class RememberedTime implements TimeSource, Ticker {

    /** How far memory is off the clock at most, after the clock was read. */
    static final long GRAIN_MICROS = 1_000;

    private final TimeSource source;
    private volatile long last;

    RememberedTime(TimeSource source) {
        this.source = source;
        this.last = source.micros();
    }

    @Override
    public long micros() {
        long now = source.micros();
        if (Math.abs(now - last) >= GRAIN_MICROS) {
            last = now;
        }
        return now;
    }

    @Override
    public long read() {
        return TimeUnit.MICROSECONDS.toNanos(last);
    }
}
