package io.github.ostiary;

import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still until a test moves it, for tests that do not sleep. Thread-safe.
 *
 * <pre>{@code
 * var time = new ManualTimeSource();
 * var guard = Guard.builder().limit("reply", "5/1m").timeSource(time).build();
 * time.advance(Duration.ofSeconds(60));
 * }</pre>
 */
public final class ManualTimeSource implements TimeSource {

    private final AtomicLong micros;

    /** Starts at 2026-01-01T00:00:00Z. */
    public ManualTimeSource() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /**
     * Starts at the given instant.
     *
     * @param start after the epoch
     */
    public ManualTimeSource(Instant start) {
        this.micros = new AtomicLong(ChronoUnit.MICROS.between(Instant.EPOCH, start));
    }

    @Override
    public long micros() {
        return micros.get();
    }

    /**
     * Moves the clock.
     *
     * @param step how far; negative steps back, which production code must survive too
     */
    public void advance(Duration step) {
        micros.addAndGet(Durations.toMicros(step));
    }

    /**
     * Sets the clock.
     *
     * @param epochMicros microseconds since the Unix epoch
     */
    public void set(long epochMicros) {
        micros.set(epochMicros);
    }
}
