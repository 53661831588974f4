package io.github.ostiary.config;

import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.text.Durations;

/**
 * Reads a limit's {@code wait}: only what hands out permits one by one has slots to wait for, and a rule keeps one order
 * of slots.
 */
final class WaitReader {

    private WaitReader() {}

    /**
     * Reads it, after the rest of the rule.
     *
     * @return how long a call may be held, µs; zero to deny it instead, and if there are problems
     */
    static long read(Section rule, LimitFigures figures) {
        return rule.find(LimitKeys.WAIT, wait -> {
                    if (!wait.isZero()) {
                        check(rule, figures);
                    }
                })
                .map(Durations::toMicros)
                .orElse(0L);
    }

    private static void check(Section rule, LimitFigures figures) {
        if (figures.cost() instanceof LaterCost) {
            throw new IllegalArgumentException("a call whose cost is known afterwards takes no slot that it could wait"
                    + " for; remove it, or state the cost as a number");
        }
        if (figures.rates().onlyOfCalendar()) {
            throw new IllegalArgumentException(
                    "a window of the calendar has no slots to wait for; write it as a length of time,"
                            + " such as 30d, for a leaky-bucket or a token-bucket, or remove it");
        }
        if (!figures.algorithm().isBucket()) {
            throw new IllegalArgumentException("a " + figures.algorithm().configName()
                    + " has no slots to wait for; use a leaky-bucket or a token-bucket, or remove it");
        }
        if (figures.tuning().refill() == LimitKeys.Refill.INTERVAL) {
            throw new IllegalArgumentException("a bucket refilled by whole intervals has no slots to wait for; set "
                    + rule.full(LimitKeys.REFILL) + "=smooth or remove it");
        }
        if (figures.rates().several()) {
            throw new IllegalArgumentException(
                    "a call waits for the slot of one rate, and the rule has several; write a rule for each");
        }
        if (!figures.minInterval().isZero()) {
            throw new IllegalArgumentException(
                    "a waiting call is let in when its slot comes, whatever minInterval says; remove one of them");
        }
        if (figures.countDenied()) {
            throw new IllegalArgumentException(
                    "a denied call takes no slot, but countDenied would count it; remove one of them");
        }
    }
}
