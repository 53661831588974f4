package io.github.ostiary.config;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.Cost.FixedCost;
import io.github.ostiary.rule.Cost.HeaderCost;
import io.github.ostiary.rule.Cost.ParameterCost;
import java.util.Optional;

/** Reads a limit's {@code cost}. */
final class CostReader {

    private static final Cost ONE = new FixedCost(1);

    private CostReader() {}

    /**
     * Reads it, after the rates: each must admit it.
     *
     * @param smallest of all rates, if any could be read
     * @return a call that says nothing costs one, until {@code costMissing} is read
     */
    static Cost read(Section rule, Optional<Rate> smallest, TuningConfig tuning) {
        Optional<Cost> cost = rule.states("cost") ? rule.read("cost", CostReader::parse) : Optional.of(ONE);
        if (cost.isPresent()) {
            check(rule, cost.get(), smallest, tuning);
        }
        return cost.orElse(ONE);
    }

    /** Reads {@code 5}, {@code header:N} or {@code param:N}. */
    private static Cost parse(String text) {
        if (text.startsWith("header:")) {
            String name = text.substring("header:".length()).strip();
            if (Values.isToken(name)) {
                return new HeaderCost(name, 1);
            }
        } else if (text.startsWith("param:")) {
            String name = text.substring("param:".length()).strip();
            if (!name.isEmpty()) {
                return new ParameterCost(name, 1);
            }
        } else if (text.matches("\\d+")) {
            return new FixedCost(Values.number(text, 1, Cost.MAX));
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a cost; write 1 to " + Cost.MAX + ", header:NAME or param:NAME");
    }

    private static void check(Section rule, Cost cost, Optional<Rate> smallest, TuningConfig tuning) {
        if (cost instanceof FixedCost fixed) {
            rule.reject("costMissing", "it means nothing without cost=header:NAME or cost=param:NAME; remove it");
            Optional<Integer> burst = tuning.burst();
            if (burst.isPresent() && burst.get() < fixed.permits()) {
                rule.reject(
                        "cost",
                        "it is more than a burst of " + burst.get() + " ever admits; lower it or raise the burst");
            }
            if (burst.isEmpty() && smallest.isPresent() && smallest.get().permits() < fixed.permits()) {
                rule.reject("cost", "it is more than " + smallest.get() + " ever admits; lower it or raise the rate");
            }
        }
    }
}
