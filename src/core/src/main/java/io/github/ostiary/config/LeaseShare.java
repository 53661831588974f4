package io.github.ostiary.config;

import io.github.ostiary.Rate;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * The part of a limit's permits that one node takes ahead where a key is hot. Immutable.
 *
 * @param basisPoints hundredths of a percent; 0 for none
 * @param stated whether the rule asks for it, and not only allows it
 */
record LeaseShare(int basisPoints, boolean stated) {

    private static final int MOST = 200;
    private static final int WHOLE = 10_000;
    private static final Pattern PERCENT = Pattern.compile("[0-9]{1,2}(\\.[0-9]{1,2})?%");

    /** A smaller lease saves too few calls. */
    private static final int LEAST_PERMITS = 10;

    private static final long LEAST_WINDOW_MICROS = 1_000_000;

    static LeaseShare parse(String text) {
        switch (text) {
            case "auto":
                return new LeaseShare(MOST, false);
            case "off":
                return new LeaseShare(0, false);
            default:
                int points = PERCENT.matcher(text).matches() ? points(text) : 0;
                if (points < 1 || points > MOST) {
                    throw new IllegalArgumentException(
                            "must be auto, off or a share of the limit from 0.01% to 2%, not '" + text
                                    + "'; auto takes up to 2% ahead for busy keys");
                }
                return new LeaseShare(points, true);
        }
    }

    private static int points(String percent) {
        return new BigDecimal(percent.substring(0, percent.length() - 1))
                .movePointRight(2)
                .intValueExact();
    }

    /** The most permits of a counter that a node takes ahead. */
    long permits(Rate rate) {
        long permits = rate.permits() * basisPoints / WHOLE;
        return permits < LEAST_PERMITS || rate.windowMicros() < LEAST_WINDOW_MICROS ? 0 : permits;
    }
}
