package io.github.ostiary.config;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.Cost.FixedCost;
import io.github.ostiary.rule.Cost.HeaderCost;
import io.github.ostiary.rule.Cost.ParameterCost;
import java.util.Optional;

/** Reads a limit's {@code cost}. */
final class CostReader {

    private CostReader() {}

    /** Reads it, after the rates: each must admit it. */
    static Cost read(Section rule, Optional<Rate> smallest, TuningConfig tuning) {
        Optional<Cost> stated = rule.find(LimitKeys.COST);
        Cost cost = stated.or(LimitKeys.COST::usual).orElseThrow();
        boolean sound = stated.isPresent() || !rule.states(LimitKeys.COST);
        if (sound && cost instanceof FixedCost fixed) {
            check(rule, fixed.permits(), smallest, tuning.burst());
        }
        return cost.withMissing(rule.get(LimitKeys.COST_MISSING));
    }

    /** Reads {@code 5}, {@code header:N} or {@code param:N}. */
    static Cost parse(String text) {
        int colon = text.indexOf(':');
        String name = text.substring(colon + 1).strip();
        if (text.startsWith("header:") && Values.isToken(name)) {
            return new HeaderCost(name, 1);
        }
        if (text.startsWith("param:") && !name.isEmpty()) {
            return new ParameterCost(name, 1);
        }
        if (text.matches("\\d+")) {
            return new FixedCost(Values.number(text, 1, Cost.MAX));
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a cost; write 1 to " + Cost.MAX + ", header:NAME or param:NAME");
    }

    private static void check(Section rule, int permits, Optional<Rate> smallest, Optional<Integer> burst) {
        rule.reject(LimitKeys.COST_MISSING, "it means nothing without cost=header:NAME or cost=param:NAME; remove it");
        if (burst.isPresent() && burst.get() < permits) {
            rule.reject(
                    LimitKeys.COST,
                    "it is more than a burst of " + burst.get() + " ever admits; lower it or raise the burst");
        }
        if (burst.isEmpty() && smallest.isPresent() && smallest.get().permits() < permits) {
            rule.reject(
                    LimitKeys.COST, "it is more than " + smallest.get() + " ever admits; lower it or raise the rate");
        }
    }
}
