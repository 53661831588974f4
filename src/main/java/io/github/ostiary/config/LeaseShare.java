package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.LaterCost;
import java.math.BigDecimal;
import java.time.Duration;
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
                            "must be auto, off or a part of the limit from 0.01% to 2%, not '" + text
                                    + "'; auto takes up to 2% ahead where a key is hot");
                }
                return new LeaseShare(points, true);
        }
    }

    private static int points(String percent) {
        return new BigDecimal(percent.substring(0, percent.length() - 1))
                .movePointRight(2)
                .intValueExact();
    }

    /** Reads it; a rule that asks for it must be one that can have it. */
    static LeaseShare read(
            Section rule, Algorithm algorithm, Rates rates, Cost cost, Duration minInterval, boolean countDenied) {
        LeaseShare share = rule.get(LimitKeys.LEASE);
        String obstacle = rates.anyOfCalendar()
                ? "with a window of the calendar each call must be counted in the store"
                : rule.states(LimitKeys.NOTIFY)
                        ? "with notify each call must be counted in the store"
                        : cost instanceof LaterCost
                                ? "with a cost that is known afterwards each call must be counted in the store"
                                : cost instanceof Cost.CountedAnswer
                                        ? "with counts calls take nothing, now or ahead"
                                        : obstacle(algorithm, minInterval, countDenied);
        if (obstacle.isEmpty()) {
            return share;
        }
        if (share.stated) {
            rule.reject(LimitKeys.LEASE, obstacle + "; remove it, or write auto");
        }
        return new LeaseShare(0, false);
    }

    private static String obstacle(Algorithm algorithm, Duration minInterval, boolean countDenied) {
        if (algorithm != Algorithm.SLIDING_LOG) {
            return "only permits of a sliding-log are taken ahead, not those of a " + algorithm.configName();
        }
        if (countDenied) {
            return "with countDenied each call must be counted in the store";
        }
        return minInterval.isZero() ? "" : "with minInterval each call needs the time of the last one, from the store";
    }

    /** The most permits of a counter that a node takes ahead. */
    long permits(Rate rate) {
        long permits = rate.permits() * basisPoints / WHOLE;
        return permits < LEAST_PERMITS || rate.windowMicros() < LEAST_WINDOW_MICROS ? 0 : permits;
    }
}
