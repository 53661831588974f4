package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Algorithm.Parameter;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The figures a rule gives its algorithm besides the rates. Immutable.
 *
 * @param burst of a bucket; the rate's permits if unstated
 * @param initial tokens of a bucket never used; the burst if unstated
 * @param refill of a token-bucket
 * @param precision of a sliding-window; a tenth of the window if unstated
 */
record TuningConfig(
        Optional<Integer> burst, Optional<Integer> initial, LimitKeys.Refill refill, Optional<Duration> precision) {

    /** Reads them where the algorithm has such a thing; each must get along with the rates. */
    static TuningConfig read(Section rule, Algorithm algorithm, Rates rates) {
        for (Parameter parameter : Parameter.values()) {
            if (rates.onlyOfCalendar()) {
                rule.reject(
                        LimitKeys.of(parameter),
                        "a window of the calendar has no " + parameter.label()
                                + "; remove it, or write the window as a length of time, such as 30d");
            } else if (!algorithm.has(parameter)) {
                rule.reject(
                        LimitKeys.of(parameter),
                        "a " + algorithm.configName() + " has no " + parameter.label() + "; use a "
                                + supporter(parameter) + " or remove it");
            }
        }
        Optional<Integer> burst = find(rule, algorithm.has(Parameter.BURST), LimitKeys.BURST, stated -> {
            if (rates.several()) {
                throw new IllegalArgumentException(
                        "it belongs to one rate, and the rule has several; write a rule for each");
            }
            check(algorithm, rates, tuning -> tuning.withBurst(stated));
        });
        Optional<Rate> smallest = rates.smallest();
        long capacity = burst.isPresent()
                ? burst.get()
                : smallest.isPresent() ? smallest.get().permits() : Long.MAX_VALUE;
        Optional<Integer> initial = find(rule, algorithm.has(Parameter.INITIAL), LimitKeys.INITIAL, stated -> {
            if (stated > capacity) {
                throw new IllegalArgumentException("a bucket of " + capacity
                        + " cannot start with more; lower it or raise " + rule.full(LimitKeys.BURST));
            }
        });
        Optional<LimitKeys.Refill> refill =
                algorithm.has(Parameter.REFILL) ? rule.find(LimitKeys.REFILL) : Optional.empty();
        Optional<Duration> precision = find(
                rule,
                algorithm.has(Parameter.PRECISION),
                LimitKeys.PRECISION,
                stated -> check(algorithm, rates, tuning -> tuning.withPrecision(Durations.toMicros(stated))));
        return new TuningConfig(burst, initial, refill.orElse(LimitKeys.Refill.SMOOTH), precision);
    }

    private static <T> Optional<T> find(Section rule, boolean has, ConfigKey<T> key, Consumer<T> check) {
        return has ? rule.find(key, check) : Optional.empty();
    }

    /** The first algorithm that can be given this. */
    private static String supporter(Parameter parameter) {
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.has(parameter)) {
                return algorithm.configName();
            }
        }
        throw new IllegalArgumentException(parameter.label());
    }

    private static void check(Algorithm algorithm, Rates rates, UnaryOperator<Tuning> change) {
        for (Rate rate : rates.all()) {
            if (CalendarReader.isOf(rate)) {
                continue;
            }
            Tuning tuning = change.apply(Tuning.of(algorithm, rate));
            new Limit(new LimitId("rule", "rule", ""), algorithm, rate, tuning, 0, false, false);
        }
    }

    /** The tuning of one of the rule's rates. */
    Tuning tuning(Algorithm algorithm, Rate rate) {
        Tuning tuning = Tuning.of(algorithm, rate);
        if (CalendarReader.isOf(rate)) {
            return tuning;
        }
        if (burst.isPresent()) {
            tuning = tuning.withBurst(burst.get());
        }
        if (initial.isPresent()) {
            tuning = tuning.withInitial(initial.get());
        }
        if (precision.isPresent()) {
            tuning = tuning.withPrecision(Durations.toMicros(precision.get()));
        }
        return tuning.withRefillByInterval(refill == LimitKeys.Refill.INTERVAL);
    }
}
