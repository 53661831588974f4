package io.github.ostiary.config;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.Cost.CountedAnswer;
import io.github.ostiary.rule.Cost.FixedCost;
import io.github.ostiary.rule.Cost.HeaderCost;
import io.github.ostiary.rule.Cost.ParameterCost;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.rule.LaterCost.AnsweredHeader;
import io.github.ostiary.rule.LaterCost.CostSource;
import io.github.ostiary.rule.LaterCost.Measure;
import io.github.ostiary.rule.LaterCost.SetAttribute;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /** What counts answers charges one permit for each, when it shows, and nothing for a call. */
    private static Cost counted(Section rule) {
        for (ConfigKey<?> key : AT_CALLS) {
            rule.reject(
                    key,
                    "it is about calls, and with " + rule.full(LimitKeys.COUNTS)
                            + " calls cost nothing, but one permit for each answer that shows it; remove it, or count"
                            + " calls by a rule of their own");
        }
        return new CountedAnswer(SignalsReader.counted(rule));
    }

    /** What is known afterwards goes with what counts calls that were let in, one by one in the store. */
    private static Cost reserving(Section rule, LaterCost cost, Optional<Rate> smallest, TuningConfig tuning) {
        rule.reject(
                LimitKeys.COST_MISSING,
                "where nothing says what a call cost, it cost what was reserved; write " + rule.full(LimitKeys.RESERVE)
                        + " instead");
        int reserved = rule.find(LimitKeys.RESERVE).orElse(1);
        if (rule.get(LimitKeys.COUNT_DENIED)) {
            rule.reject(
                    LimitKeys.COUNT_DENIED,
                    "what a denied call would have cost is never known; remove it, or count attempts by a rule of their"
                            + " own");
        }
        if (!rule.get(LimitKeys.MIN_INTERVAL).isZero()) {
            rule.reject(
                    LimitKeys.MIN_INTERVAL,
                    "with a cost that is known afterwards the end of a call would count as an action; keep the interval"
                            + " by another rule");
        }
        check(rule, LimitKeys.RESERVE, reserved, smallest, tuning.burst());
        return cost.reserving(reserved);
    }

    /** Reads {@code 5}, {@code header:N}, {@code param:N}, or what is known afterwards. */
    static Cost parse(String text) {
        int colon = text.indexOf(':');
        String name = text.substring(colon + 1).strip();
        if (text.startsWith("header:") && Values.isToken(name)) {
            return new HeaderCost(name, 1);
        }
        if (text.startsWith("param:") && !name.isEmpty()) {
            return new ParameterCost(name, 1);
        }
        CostSource later = later(text, name);
        if (later != null) {
            return new LaterCost(later, 1);
        }
        if (text.matches("\\d+")) {
            return new FixedCost(Values.number(text, 1, Cost.MAX));
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a cost; write 1 to " + Cost.MAX + ", header:NAME or param:NAME, or of what is"
                        + " known afterwards response:header:NAME, attribute:NAME, response:bytes, request:bytes or time");
    }

    /** What is known afterwards; null if that is another cost. */
    private static @Nullable CostSource later(String text, String name) {
        String header = name.substring(name.indexOf(':') + 1).strip();
        if (text.startsWith("response:header:") && Values.isToken(header)) {
            return new AnsweredHeader(header);
        }
        if (text.startsWith("attribute:") && !name.isEmpty()) {
            return new SetAttribute(name);
        }
        return switch (text) {
            case "response:bytes" -> Measure.BYTES_WRITTEN;
            case "request:bytes" -> Measure.BYTES_READ;
            case "time" -> Measure.TIME;
            default -> null;
        };
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
