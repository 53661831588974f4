package io.github.ostiary.config;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.Cost.CountedAnswer;
import io.github.ostiary.rule.Cost.FixedCost;
import io.github.ostiary.rule.LaterCost;
import java.util.List;
import java.util.Optional;

/** Reads a limit's {@code cost}. */
final class CostReader {

    private static final List<ConfigKey<?>> AT_CALLS = List.of(
            LimitKeys.COST,
            LimitKeys.COST_MISSING,
            LimitKeys.RESERVE,
            LimitKeys.COUNT_DENIED,
            LimitKeys.MIN_INTERVAL,
            LimitKeys.WAIT);

    private CostReader() {}

    /** Reads it, after the rates: each must admit it. */
    static Cost read(Section rule, Optional<Rate> smallest, TuningConfig tuning) {
        if (rule.states(LimitKeys.COUNTS)) {
            return counted(rule);
        }
        Optional<Cost> stated = rule.find(LimitKeys.COST);
        Cost cost = stated.or(LimitKeys.COST::usual).orElseThrow();
        boolean sound = stated.isPresent() || !rule.states(LimitKeys.COST);
        if (cost instanceof LaterCost later) {
            return reserving(rule, later, smallest, tuning);
        }
        var unused = rule.find(LimitKeys.RESERVE, reserved -> {
            throw new IllegalArgumentException("it means nothing without a cost that is known afterwards, such as"
                    + " cost=response:header:NAME; remove it");
        });
        if (sound && cost instanceof FixedCost fixed) {
            rule.reject(
                    LimitKeys.COST_MISSING, "it means nothing without cost=header:NAME or cost=param:NAME; remove it");
            check(rule, LimitKeys.COST, fixed.permits(), smallest, tuning.burst());
        }
        return cost.withMissing(rule.get(LimitKeys.COST_MISSING));
    }

    /** The cost of a limit that counts answers: one permit for each, when it shows, and nothing for a call. */
    private static Cost counted(Section rule) {
        for (ConfigKey<?> key : AT_CALLS) {
            rule.reject(
                    key,
                    "with " + rule.full(LimitKeys.COUNTS)
                            + " calls cost nothing, and each answer that shows the signal costs one permit; remove it, or count"
                            + " calls by another rule");
        }
        return new CountedAnswer(SignalsReader.counted(rule));
    }

    /**
     * The cost that is known afterwards: it goes with limits that count calls that were let in, one by one in the
     * store.
     */
    private static Cost reserving(Section rule, LaterCost cost, Optional<Rate> smallest, TuningConfig tuning) {
        rule.reject(
                LimitKeys.COST_MISSING,
                "a call whose cost stays unknown costs what was reserved; write " + rule.full(LimitKeys.RESERVE)
                        + " instead");
        int reserved = rule.find(LimitKeys.RESERVE).orElse(1);
        if (rule.get(LimitKeys.COUNT_DENIED)) {
            rule.reject(
                    LimitKeys.COUNT_DENIED,
                    "the cost of a denied call is never known; remove it, or count attempts by another rule");
        }
        if (!rule.get(LimitKeys.MIN_INTERVAL).isZero()) {
            rule.reject(
                    LimitKeys.MIN_INTERVAL,
                    "the cost is known only when a call ends, and its end would count as a second action; state the interval"
                            + " in another rule");
        }
        check(rule, LimitKeys.RESERVE, reserved, smallest, tuning.burst());
        return cost.reserving(reserved);
    }

    private static void check(
            Section rule, ConfigKey<?> key, int permits, Optional<Rate> smallest, Optional<Integer> burst) {
        if (burst.isPresent() && burst.get() < permits) {
            rule.reject(key, "it is more than a burst of " + burst.get() + " ever admits; lower it or raise the burst");
        }
        if (burst.isEmpty() && smallest.isPresent() && smallest.get().permits() < permits) {
            rule.reject(key, "it is more than " + smallest.get() + " ever admits; lower it or raise the rate");
        }
    }
}
