package io.github.ostiary.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written in configuration: {@code 500ms 10s 1m 2h 1d} or ISO-8601 ({@code PT1M}). */
public final class Durations {

    private static final Pattern OTHER =
            Pattern.compile("(|\\d{1,9}|\\d{1,9}\\.\\d{1,3}) ?(?:(ms|millis|milliseconds?)|(s|secs?|seconds?)"
                    + "|(m|mins?|minutes?)|(h|hrs?|hours?)|(d|days?)|(w|weeks?))");
    private static final long[] UNIT_MILLIS = {1, 1_000, 60_000, 3_600_000, 86_400_000, 7 * 86_400_000};
    private static final String[] WORDS = {"", " seconds", " minutes", " hours", " days"};

    private static final Pattern SHORT = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");

    /** The seconds from which on a duration is written in ISO-8601; of one with milliseconds a thousandth of them. */
    private static final long LONGEST = 1_000_000_000_000L;

    private static final int NANOS_PER_MILLI = 1_000_000;

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @param text such as {@code 10s} or {@code PT10S}
     * @return the duration, never negative
     * @throws IllegalArgumentException if the text is no such duration
     */
    public static Duration parse(String text) {
        String trimmed = text.strip();
        try {
            Matcher m = SHORT.matcher(trimmed);
            Duration parsed = m.matches() ? ofUnit(Long.parseLong(m.group(1)), m.group(2)) : Duration.parse(trimmed);
            if (!parsed.isNegative()) {
                return parsed;
            }
        } catch (DateTimeParseException | ArithmeticException e) {
            // Both end in the message below.
        }
        throw new IllegalArgumentException("'" + trimmed + "' is not a duration; write "
                + meant(trimmed).orElse("500ms, 10s, 1m, 2h, 1d or ISO-8601 such as PT1M"));
    }

    /**
     * The duration that was meant by other spellings: parts of a unit, weeks, units in words.
     *
     * @param text such as {@code 1.5s}, {@code 1w}, {@code 10sec}, {@code min}
     * @return as {@link #parse} reads it; empty if it is not understood
     */
    public static Optional<String> meant(String text) {
        Matcher m = OTHER.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            return Optional.empty();
        }
        int unit = 0;
        while (m.group(2 + unit) == null) {
            unit++;
        }
        BigDecimal count = m.group(1).isEmpty() ? BigDecimal.ONE : new BigDecimal(m.group(1));
        long millis = count.multiply(BigDecimal.valueOf(UNIT_MILLIS[unit])).longValue();
        return millis == 0 ? Optional.empty() : Optional.of(format(Duration.ofMillis(millis)));
    }

    /**
     * A moment as a clock gives it.
     *
     * @param micros since 1970, µs
     * @return the same
     */
    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static Duration ofUnit(long n, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(n);
            case "s" -> Duration.ofSeconds(n);
            case "m" -> Duration.ofMinutes(n);
            case "h" -> Duration.ofHours(n);
            default -> Duration.ofDays(n);
        };
    }

    /**
     * Writes a duration the way {@link #parse} reads it, in the largest unit that divides it.
     *
     * @param duration not negative
     * @return such as {@code 90s}, or ISO-8601 below a millisecond and where a number would have more than twelve digits
     */
    public static String format(Duration duration) {
        long seconds = duration.getSeconds();
        int nanos = duration.getNano();
        if (nanos % NANOS_PER_MILLI != 0 || seconds >= (nanos == 0 ? LONGEST : LONGEST / 1000)) {
            return duration.toString().toUpperCase(Locale.ROOT);
        }
        if (nanos != 0 || seconds == 0) {
            return 1000 * seconds + nanos / NANOS_PER_MILLI + "ms";
        }
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /**
     * Writes a wait as people say it: in the largest unit of which there are two or more, rounded up.
     *
     * @param seconds 1 or more
     * @return such as {@code 1 second}, {@code 90 seconds}, {@code 15 minutes}, {@code 3 days}
     */
    public static String inWords(long seconds) {
        int unit = seconds < 120 ? 1 : seconds < 2 * 3_600 ? 2 : seconds < 2 * 86_400 ? 3 : 4;
        long length = UNIT_MILLIS[unit] / 1_000;
        long count = seconds / length + (seconds % length > 0 ? 1 : 0);
        return count + (count == 1 ? " second" : WORDS[unit]);
    }

    /**
     * Microseconds of a duration, rounded down.
     *
     * @param duration within ±292,000 years
     * @return microseconds
     * @throws ArithmeticException beyond that
     */
    public static long toMicros(Duration duration) {
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000L);
    }

    /**
     * The duration of so many microseconds.
     *
     * @param micros any number
     * @return the duration
     */
    public static Duration ofMicros(long micros) {
        return Duration.ofSeconds(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    /**
     * Whole seconds, rounded up: what {@code Retry-After} and the RateLimit headers carry.
     *
     * @param duration not negative
     * @return seconds
     */
    public static long ceilSeconds(Duration duration) {
        return duration.getSeconds() + (duration.getNano() > 0 ? 1 : 0);
    }

    /**
     * Whole seconds, rounded up.
     *
     * @param micros not negative
     * @return seconds
     */
    public static long ceilSeconds(long micros) {
        return micros / 1_000_000 + (micros % 1_000_000 > 0 ? 1 : 0);
    }
}
