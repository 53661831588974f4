package io.github.ostiary;

import io.github.ostiary.text.Durations;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A number of permits in a length of time, {@code 100/1m}, or in each window of the calendar, {@code 100000/month}. Immutable.
 *
 * @param permits 1 to 1,000,000,000
 * @param windowMicros the window in microseconds, 1 ms to 366 days; of the calendar, the longest there is where no clock is changed, or,
 *     in a {@link Quota}, this very window
 * @param calendar which windows of the calendar; empty for a length of time
 */
public record Rate(long permits, long windowMicros, Optional<CalendarWindow> calendar) {

    static final long MAX_PERMITS = 1_000_000_000L;
    private static final long MIN_WINDOW = 1_000L;
    private static final long MAX_WINDOW = 366L * 86_400L * 1_000_000L;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a figure is out of bounds
     */
    public Rate {
        if (permits < 1 || permits > MAX_PERMITS) {
            throw new IllegalArgumentException("permits must be 1 to " + MAX_PERMITS + ", not " + permits);
        }
        if (windowMicros < MIN_WINDOW || windowMicros > MAX_WINDOW) {
            throw new IllegalArgumentException("the window must be 1ms to 366d, not "
                    + Durations.format(Durations.ofMicros(Math.max(0, windowMicros))));
        }
    }

    /** A number of permits in a length of time.
     *
     * @param permits 1 to 1,000,000,000
     * @param windowMicros the window in microseconds, 1 ms to 366 days
     * @throws IllegalArgumentException if a figure is out of bounds
     */
    public Rate(long permits, long windowMicros) {
        this(permits, windowMicros, Optional.empty());
    }

    /**
     * A rate.
     *
     * @param permits 1 to 1,000,000,000
     * @param window 1 ms to 366 days
     * @return the rate
     * @throws IllegalArgumentException if a figure is out of bounds
     */
    public static Rate of(long permits, Duration window) {
        try {
            return new Rate(permits, Durations.toMicros(window));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the window must be 1ms to 366d", e);
        }
    }

    private static final String USUAL = "permits/window, such as 100/1m";

    /**
     * Reads one rate.
     *
     * @param text such as {@code 100/1m}, or {@code 100000/month}, {@code 100000/month@15}: in UTC, weeks from Monday
     * @return the rate
     * @throws IllegalArgumentException if the text is no rate or out of bounds
     */
    public static Rate parse(String text) {
        String trimmed = text.strip();
        int slash = trimmed.indexOf('/');
        String permits = slash < 0 ? "" : trimmed.substring(0, slash).strip();
        if (!permits.matches("\\d{1,18}")) {
            throw notARate(trimmed);
        }
        CalendarWindow calendar =
                CalendarWindow.parse(trimmed.substring(slash + 1).strip().toLowerCase(Locale.ROOT));
        if (calendar != null) {
            return new Rate(Long.parseLong(permits), calendar.nominalMicros(), Optional.of(calendar));
        }
        Duration window;
        try {
            window = Durations.parse(trimmed.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw notARate(trimmed);
        }
        return of(Long.parseLong(permits), window);
    }

    private static IllegalArgumentException notARate(String text) {
        int slash = text.indexOf('/');
        String permits = text.substring(0, Math.max(0, slash)).strip();
        String remedy = permits.matches("\\d{1,18}")
                ? Durations.meant(text.substring(slash + 1))
                        .map(window -> permits + "/" + window + ", which holds in any " + window
                                + " (hour, day, week, month and year are windows of the calendar)")
                        .orElse(USUAL)
                : USUAL;
        return new IllegalArgumentException("'" + text + "' is not a rate; write " + remedy);
    }

    /**
     * Reads several rates that must all hold.
     *
     * @param text comma-separated, such as {@code 10/1s, 100/1m}
     * @return at least one rate, no two with the same window, longest window first
     * @throws IllegalArgumentException if one is no rate, or two have the same window
     */
    public static List<Rate> parseAll(String text) {
        List<Rate> rates = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            rates.add(parse(part));
        }
        return ordered(rates);
    }

    /**
     * Puts rates that must all hold in order.
     *
     * @param rates at least one
     * @return the same, longest window first
     * @throws IllegalArgumentException if two have the same window
     */
    public static List<Rate> ordered(List<Rate> rates) {
        List<Rate> ordered = new ArrayList<>(rates);
        ordered.sort(Comparator.comparingLong(Rate::windowMicros).reversed());
        Set<String> windows = new HashSet<>();
        for (Rate rate : ordered) {
            if (!windows.add(rate.windowName())) {
                throw new IllegalArgumentException("'"
                        + rates.stream().map(Rate::toString).collect(Collectors.joining(", ")) + "' names the window "
                        + rate.windowName() + " twice; keep the smaller of the two rates");
            }
        }
        return List.copyOf(ordered);
    }

    /**
     * The window.
     *
     * @return 1 ms to 366 days
     */
    public Duration window() {
        return Durations.ofMicros(windowMicros);
    }

    /**
     * The window in a word, for names.
     *
     * @return such as {@code 1m}, {@code month}
     */
    public String windowName() {
        return calendar.isPresent() ? calendar.get().unit().configName() : Durations.format(window());
    }

    /**
     * The same rate where dates begin elsewhere.
     *
     * @param zone of the calendar
     * @param weekStart the day on which its weeks begin
     * @return this very rate if it is not of the calendar
     */
    public Rate in(ZoneId zone, DayOfWeek weekStart) {
        return calendar.isEmpty()
                ? this
                : new Rate(permits, windowMicros, Optional.of(calendar.get().in(zone, weekStart)));
    }

    /**
     * The same rate with the length of one window.
     *
     * @param micros how long this very window lasts
     * @return with that window
     */
    public Rate lasting(long micros) {
        return new Rate(permits, micros, calendar);
    }

    /**
     * This node's share of the rate.
     *
     * @param nodes at least 1
     * @return the permits divided by the nodes, rounded up, over the same window
     */
    public Rate dividedBy(int nodes) {
        return new Rate((permits + nodes - 1) / nodes, windowMicros, calendar);
    }

    /** The rate as it is written in configuration. */
    @Override
    public String toString() {
        return permits + "/" + (calendar.isPresent() ? calendar.get() : Durations.format(window()));
    }
}
