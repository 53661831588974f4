package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import java.time.Duration;

/**
 * Reads a limit's {@code wait}: only what hands out permits one by one has slots to wait for, and a rule keeps one order
 * of slots.
 */
final class WaitReader {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private WaitReader() {}

    /**
     * Reads it, after the rest of the rule.
     *
     * @return how long a call may be held; zero to deny it instead, and if there are problems
     */
    static Duration read(Section rule, LimitFigures figures) {
        if (!rule.states("wait")) {
            return Duration.ZERO;
        }
        return rule.read("wait", text -> {
                    Duration wait = Values.duration(text, Duration.ZERO, LONGEST);
                    if (!wait.isZero()) {
                        checkSlots(rule, figures);
                        checkArrivals(figures.arrivals());
                    }
                    return wait;
                })
                .orElse(Duration.ZERO);
    }

    private static void checkSlots(Section rule, LimitFigures figures) {
        Algorithm algorithm = figures.algorithm();
        if (!algorithm.isBucket()) {
            throw new IllegalArgumentException("a " + algorithm.configName()
                    + " has no slots to wait for; use a leaky-bucket or a token-bucket, or remove it");
        }
        if (figures.tuning().refill() == TuningConfig.Refill.INTERVAL) {
            throw new IllegalArgumentException("a bucket refilled by whole intervals has no slots to wait for; set "
                    + rule.full("refill") + "=smooth or remove it");
        }
        if (figures.hasSeveralRates()) {
            throw new IllegalArgumentException(
                    "it keeps the order of one rate's slots and the rule has several; write a rule for each");
        }
    }

    private static void checkArrivals(Arrivals arrivals) {
        if (!arrivals.minInterval().isZero()) {
            throw new IllegalArgumentException(
                    "who waits is let in when its slot comes, minInterval or not; remove one of them");
        }
        if (arrivals.countDenied()) {
            throw new IllegalArgumentException(
                    "a refused call takes no slot, and countDenied would count it all the same; remove one of them");
        }
    }

    /**
     * The other answers a limit has for calls that come too early. Immutable.
     *
     * @param minInterval zero for none
     * @param countDenied whether denied attempts count too
     */
    record Arrivals(Duration minInterval, boolean countDenied) {}
}
