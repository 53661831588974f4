package io.github.ostiary.book;

import io.github.ostiary.text.Durations;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A time in what nodes keep in the store for each other: µs since 1970 as a decimal number. */
final class StoredTime {

    /** The end of the year 9999, which every formatter can write. A node writes no other time; another program may. */
    private static final long LATEST = Instant.parse("+10000-01-01T00:00:00Z").getEpochSecond() * 1_000_000 - 1;

    private StoredTime() {}

    static String text(Instant at) {
        // ChronoUnit counts nanoseconds on its way, which overflow after 292 years
        return Long.toString(TimeUnit.SECONDS.toMicros(at.getEpochSecond()) + at.getNano() / 1_000);
    }

    /**
     * Reads a time.
     *
     * @throws IllegalArgumentException if the text is no number, or the time is before 1970 or after 9999
     */
    static Instant read(String text) {
        long micros = Long.parseLong(text);
        if (micros < 0 || micros > LATEST) {
            throw new IllegalArgumentException("a time must be 0 to " + LATEST + " µs since 1970");
        }
        return Durations.instant(micros);
    }
}
