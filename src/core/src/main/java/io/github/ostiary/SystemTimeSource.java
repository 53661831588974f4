package io.github.ostiary;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** Epoch time at class initialisation plus the monotonic time that has passed since. */
enum SystemTimeSource implements TimeSource {
    INSTANCE;

    private final long originNanos = System.nanoTime();
    private final long originMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());

    @Override
    public long micros() {
        return originMicros + TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - originNanos);
    }
}
