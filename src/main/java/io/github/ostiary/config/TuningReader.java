package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Algorithm.Parameter;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code burst}, {@code initial}, {@code refill} and {@code precision}: where the algorithm has such a thing. */
final class TuningReader {

    private static final int MOST = 1_000_000_000;

    private final Section rule;
    private final Algorithm algorithm;
    private final RateReader rates;

    TuningReader(Section rule, Algorithm algorithm, RateReader rates) {
        this.rule = rule;
        this.algorithm = algorithm;
        this.rates = rates;
    }

    /** After the rates were read: each must get along with it. */
    TuningConfig read() {
        for (Parameter parameter : Parameter.values()) {
            if (!algorithm.has(parameter)) {
                rule.reject(
                        parameter.configName(),
                        "a " + algorithm.configName() + " has no " + parameter.label() + "; use a "
                                + supporter(parameter) + " or remove it");
            }
        }
        Optional<Integer> burst = states(Parameter.BURST) ? rule.read("burst", this::burst) : Optional.empty();
        Optional<Integer> initial =
                states(Parameter.INITIAL) ? rule.read("initial", text -> initial(text, burst)) : Optional.empty();
        TuningConfig.Refill refill = states(Parameter.REFILL)
                ? rule.choice("refill", TuningConfig.Refill.class, TuningConfig.Refill.SMOOTH)
                : TuningConfig.Refill.SMOOTH;
        Optional<Duration> precision =
                states(Parameter.PRECISION) ? rule.read("precision", this::precision) : Optional.empty();
        return new TuningConfig(burst, initial, refill, precision);
    }

    private boolean states(Parameter parameter) {
        return algorithm.has(parameter) && rule.states(parameter.configName());
    }

    /** The first algorithm that can be given this. */
    private static String supporter(Parameter parameter) {
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.has(parameter)) {
                return algorithm.configName();
            }
        }
        throw new IllegalStateException("no algorithm has " + parameter);
    }

    private int burst(String text) {
        int burst = Values.number(text, 1, MOST);
        if (rates.several()) {
            throw new IllegalArgumentException("it is of one rate and the rule has several; write a rule for each");
        }
        check(new TuningConfig(Optional.of(burst), Optional.empty(), TuningConfig.Refill.SMOOTH, Optional.empty()));
        return burst;
    }

    private int initial(String text, Optional<Integer> burst) {
        int initial = Values.number(text, 0, MOST);
        long capacity = burst.map(Integer::longValue)
                .or(() -> rates.smallest().map(Rate::permits))
                .orElse((long) MOST);
        if (initial > capacity) {
            throw new IllegalArgumentException(
                    "a bucket of " + capacity + " cannot start with more; lower it or raise " + rule.full("burst"));
        }
        return initial;
    }

    private Duration precision(String text) {
        Duration precision = Values.duration(text, Duration.ofMillis(1), Duration.ofDays(183));
        check(new TuningConfig(Optional.empty(), Optional.empty(), TuningConfig.Refill.SMOOTH, Optional.of(precision)));
        return Durations.ofMicros(Durations.toMicros(precision));
    }

    private void check(TuningConfig shape) {
        for (Rate rate : rates.all()) {
            new Limit(new LimitId("rule", "rule", ""), algorithm, rate, shape.tuning(algorithm, rate), 0, false, false);
        }
    }
}
