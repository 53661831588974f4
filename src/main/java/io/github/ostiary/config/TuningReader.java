package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code burst}, {@code initial}, {@code refill} and {@code precision}: where the algorithm has such a thing. */
final class TuningReader {

    private static final int MOST = 1_000_000_000;
    private static final Map<String, List<Algorithm>> SUPPORT = Map.of(
            "burst", List.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET),
            "initial", List.of(Algorithm.TOKEN_BUCKET),
            "refill", List.of(Algorithm.TOKEN_BUCKET),
            "precision", List.of(Algorithm.SLIDING_WINDOW));
    private static final Map<String, String> LACKS = Map.of(
            "burst", "has no burst; use a token-bucket or remove it",
            "initial", "has no initial fill; use a token-bucket or remove it",
            "refill", "has no refill; use a token-bucket or remove it",
            "precision", "has no precision; use a sliding-window or remove it");

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
        for (String key : SUPPORT.keySet()) {
            if (!supports(key)) {
                rule.reject(key, "a " + algorithm.configName() + " " + LACKS.get(key));
            }
        }
        Optional<Integer> burst = has("burst") ? rule.read("burst", this::burst) : Optional.empty();
        Optional<Integer> initial =
                has("initial") ? rule.read("initial", text -> initial(text, burst)) : Optional.empty();
        TuningConfig.Refill refill = has("refill")
                ? rule.choice("refill", TuningConfig.Refill.class, TuningConfig.Refill.SMOOTH)
                : TuningConfig.Refill.SMOOTH;
        Optional<Duration> precision = has("precision") ? rule.read("precision", this::precision) : Optional.empty();
        return new TuningConfig(burst, initial, refill, precision);
    }

    private boolean has(String key) {
        return supports(key) && rule.states(key);
    }

    private boolean supports(String key) {
        return SUPPORT.getOrDefault(key, List.of()).contains(algorithm);
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
