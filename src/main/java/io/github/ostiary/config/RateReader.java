package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the rates of a limit: the default, those of its plans, and those on the address. */
final class RateReader {

    private final Section rule;
    private final Algorithm algorithm;
    private final List<Rate> found = new ArrayList<>();
    private boolean several;

    RateReader(Section rule, Algorithm algorithm) {
        this.rule = rule;
        this.algorithm = algorithm;
    }

    Optional<List<Rate>> read(String key) {
        Optional<List<Rate>> rates = rule.read(key, text -> holdable(Rate.parseAll(text), algorithm));
        if (rates.isPresent()) {
            found.addAll(rates.get());
            several |= rates.get().size() > 1;
        }
        return rates;
    }

    /** The rates read so far, bar the one on the address. */
    List<Rate> all() {
        return found;
    }

    /** Whether any caller has several. */
    boolean several() {
        return several;
    }

    /** The smallest rate read so far, bar the one on the address. */
    Optional<Rate> smallest() {
        Rate smallest = null;
        for (Rate rate : found) {
            smallest = smallest == null || rate.permits() < smallest.permits() ? rate : smallest;
        }
        return Optional.ofNullable(smallest);
    }

    /** Reads the rates of an address that is counted besides. */
    static PerIp perIp(Section rule, Algorithm algorithm) {
        return rule.read("perIp", text -> {
                    PerIp perIp = PerIp.parse(text);
                    holdable(perIp.rates(), algorithm);
                    return perIp;
                })
                .orElse(PerIp.UNSTATED);
    }

    /** The rates of plans, if there is a key that chooses among them: both or neither. */
    Map<String, List<Rate>> plans() {
        boolean planned = false;
        Map<String, List<Rate>> plans = new TreeMap<>();
        for (String key : rule.keys()) {
            if (RuleVocabulary.LIMIT.isPlan(key)) {
                planned = true;
                read(key).ifPresent(rates -> plans.put(key.substring("rate.".length()), rates));
                if (!rule.states("rate.by")) {
                    rule.reject(key, "nothing chooses this plan; add " + rule.full("rate.by") + "=attribute:plan");
                }
            }
        }
        if (!planned) {
            rule.reject(
                    "rate.by", "there is no plan to choose; add " + rule.full("rate.PLAN") + "=600/1m or remove it");
        }
        return rule.text("rate.by").isPresent() ? plans : Map.of();
    }

    /** The algorithm's own bounds are the limit's to know. */
    private static List<Rate> holdable(List<Rate> rates, Algorithm algorithm) {
        for (Rate rate : rates) {
            new Limit(new LimitId("rule", "rule", ""), algorithm, rate, 0, false, false);
        }
        return rates;
    }
}
