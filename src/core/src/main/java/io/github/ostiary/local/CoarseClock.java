package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that remembers its last time, to the millisecond, so that a table's look-ups read none of their own.
 * A thread that looks something up in such a table has read the clock before: memory may be older than what is looked for.
 * Thread-safe.
 */
final class CoarseClock implements TimeSource, Ticker {

    /** How far memory is off the clock at most, after the clock was read. */
    static final long GRAIN_MICROS = 1_000;

    private final TimeSource source;
    private final AtomicLong last;

    CoarseClock(TimeSource source) {
        this.source = source;
        this.last = new AtomicLong(source.micros());
    }

    @Override
    public long micros() {
        long before = last.get();
        long now = source.micros();
        if (Math.abs(now - before) >= GRAIN_MICROS) {
            remember(before, now);
        }
        return now;
    }

    /** Remembers what another thread has read; perhaps a while ago. */
    void saw(long now) {
        long before = last.get();
        if (now - before >= GRAIN_MICROS) {
            remember(before, now);
        }
    }

    /** A thread that was stopped between reading and remembering must not undo what others have read meanwhile. */
    private void remember(long before, long now) {
        long seen = before;
        while (!last.compareAndSet(seen, now)) {
            seen = last.get();
            if (seen >= now) {
                return;
            }
        }
    }

    @Override
    public long read() {
        return TimeUnit.MICROSECONDS.toNanos(last.get());
    }
}
