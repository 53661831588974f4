package io.github.ostiary;

import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * So many permits in so much time, {@code 100/1m}. Immutable.
 *
 * @param permits 1 to 1,000,000,000
 * @param windowMicros the window in microseconds, 1 ms to 366 days
 */
public record Rate(long permits, long windowMicros) {

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

    /**
     * Reads one rate.
     *
     * @param text such as {@code 100/1m}
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
        Duration window;
        try {
            window = Durations.parse(trimmed.substring(slash + 1));
        } catch (IllegalArgumentException e) {
            throw notARate(trimmed);
        }
        return of(Long.parseLong(permits), window);
    }

    private static IllegalArgumentException notARate(String text) {
        return new IllegalArgumentException("'" + text + "' is not a rate; write permits/window, such as 100/1m");
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
        rates.sort((a, b) -> Long.compare(b.windowMicros, a.windowMicros));
        for (int i = 1; i < rates.size(); i++) {
            if (rates.get(i).windowMicros == rates.get(i - 1).windowMicros) {
                throw new IllegalArgumentException("'" + text.strip() + "' names the window "
                        + Durations.format(rates.get(i).window()) + " twice; keep the smaller of the two rates");
            }
        }
        return List.copyOf(rates);
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
     * This node's share of the rate.
     *
     * @param nodes at least 1
     * @return the permits divided by the nodes, rounded up, over the same window
     */
    public Rate dividedBy(int nodes) {
        return new Rate((permits + nodes - 1) / nodes, windowMicros);
    }

    /** The rate as it is written in configuration. */
    @Override
    public String toString() {
        return permits + "/" + Durations.format(window());
    }
}
