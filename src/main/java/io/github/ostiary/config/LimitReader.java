package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.FailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads a {@code limit.NAME} rule. */
final class LimitReader {

    private static final Duration LONGEST_INTERVAL = Duration.ofDays(366);
    private static final Cost ONE = new Cost.FixedCost(1);
    private static final List<Rate> UNREADABLE = List.of(Rate.parse("1/1s"));

    private static final Set<String> LIVE_FIGURES = new TreeSet<>(Set.of("rate", "burst", "precision", "minInterval"));

    private LimitReader() {}

    /**
     * Reads it.
     *
     * @param name the rule's
     * @param rule its keys
     * @param global what it inherits
     * @return if there were problems, defaults stand in for what is wrong
     */
    static LimitConfig read(String name, Section rule, GlobalConfig global) {
        Algorithm algorithm = rule.read("algorithm", LimitReader::algorithm).orElse(Algorithm.SLIDING_LOG);
        RateReader rates = new RateReader(rule, algorithm);
        List<Rate> rate = rates.read("rate").orElse(UNREADABLE);
        Optional<Plans> plans = rates.plans();
        TuningConfig shape = new TuningReader(rule, algorithm, rates).read();
        if (!rule.states("rate")) {
            rule.problem("a limit needs a rate; add " + rule.full("rate") + "=100/1m");
        }
        Optional<Cost> cost = rule.read("cost", Cost::parse);
        if (cost.isPresent() || !rule.states("cost")) {
            checkCost(rule, cost.orElse(ONE), rates.smallest(), shape);
        }
        WaitReader.Arrivals arrivals = new WaitReader.Arrivals(
                rule.duration("minInterval", Duration.ZERO, LONGEST_INTERVAL, Duration.ZERO),
                rule.flag("countDenied", false));
        return new LimitConfig(
                name,
                MatchReader.read(rule, List.of()),
                rule.text("key").orElse(KeyReader.DEFAULT),
                rates.perIp(),
                rule.flag("enforce", true) && global.enforce(),
                rule.choice("onStoreFailure", FailurePolicy.class, global.onStoreFailure()),
                status(rule),
                rate,
                plans,
                algorithm,
                shape,
                arrivals.minInterval(),
                arrivals.countDenied(),
                WaitReader.read(rule, algorithm, shape, rates.several(), arrivals),
                cost.orElse(ONE),
                rule.number("costMissing", 1, Cost.MAX, 1),
                rule.choice("onMissingKey", MissingKey.class, MissingKey.REFUSE),
                figures -> revised(name, rule, global, figures));
    }

    private static LimitConfig revised(String name, Section rule, GlobalConfig global, Map<String, String> figures) {
        for (String key : figures.keySet()) {
            if (!LIVE_FIGURES.contains(key)) {
                throw new IllegalArgumentException("limit." + name + "." + key
                        + " cannot be changed while the guard runs; only " + String.join(", ", LIVE_FIGURES) + " can");
            }
        }
        Problems problems = new Problems();
        LimitConfig config = read(name, rule.with(figures, problems), global);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems.sentences()));
        }
        return config;
    }

    /** The status of a denial, if the rule states it. */
    static OptionalInt status(Section rule) {
        int status = rule.number("status", 400, 599, 0);
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    private static Algorithm algorithm(String text) {
        return Algorithm.byConfigName(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is not an algorithm; use " + Algorithm.configNames()));
    }

    private static void checkCost(Section rule, Cost cost, Optional<Rate> smallest, TuningConfig shape) {
        if (cost instanceof Cost.FixedCost fixed) {
            rule.reject("costMissing", "it means nothing without cost=header:NAME or cost=param:NAME; remove it");
            shape.burst()
                    .filter(burst -> burst < fixed.permits())
                    .ifPresent(burst -> rule.reject(
                            "cost",
                            "it is more than a burst of " + burst + " ever admits; lower it or raise the burst"));
            smallest.filter(rate -> shape.burst().isEmpty() && rate.permits() < fixed.permits())
                    .ifPresent(rate -> rule.reject(
                            "cost", "it is more than " + rate + " ever admits; lower it or raise the rate"));
        }
    }
}
