package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a {@code limit.NAME} rule: all of it that can be replaced while it is in force. Immutable.
 *
 * @param algorithm how it counts
 * @param rates for callers without a plan; at least one, longest window first
 * @param plans rates chosen per caller, by plan
 * @param tuning the parameters of the algorithm beside the rates
 * @param cost permits a call is charged
 * @param arrivals what becomes of calls that come too early
 */
record LimitFigures(
        Algorithm algorithm,
        List<Rate> rates,
        Map<String, List<Rate>> plans,
        TuningConfig tuning,
        Cost cost,
        WaitReader.Arrivals arrivals) {

    private static final Duration LONGEST_INTERVAL = Duration.ofDays(366);
    private static final List<Rate> UNREADABLE = List.of(Rate.parse("1/1s"));

    /** Copies the collections. */
    LimitFigures {
        rates = List.copyOf(rates);
        plans = Map.copyOf(plans);
    }

    /** Reads them; if there were problems, defaults stand in for what is wrong. */
    static LimitFigures read(Section rule) {
        Algorithm algorithm = rule.read("algorithm", LimitFigures::algorithm).orElse(Algorithm.SLIDING_LOG);
        RateReader reader = new RateReader(rule, algorithm);
        List<Rate> rates = reader.read("rate").orElse(UNREADABLE);
        Map<String, List<Rate>> plans = reader.plans();
        TuningConfig tuning = new TuningReader(rule, algorithm, reader).read();
        if (!rule.states("rate")) {
            rule.problem("a limit needs a rate; add " + rule.full("rate") + "=100/1m");
        }
        Cost cost = CostReader.read(rule, reader.smallest(), tuning);
        WaitReader.Arrivals arrivals = new WaitReader.Arrivals(
                rule.duration("minInterval", Duration.ZERO, LONGEST_INTERVAL, Duration.ZERO),
                rule.flag("countDenied", false));
        return new LimitFigures(algorithm, rates, plans, tuning, cost, arrivals);
    }

    private static Algorithm algorithm(String text) {
        Optional<Algorithm> algorithm = Algorithm.byConfigName(text);
        if (algorithm.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' is not an algorithm; use " + Algorithm.configNames());
        }
        return algorithm.get();
    }

    /** Whether any caller has several rates. */
    boolean hasSeveralRates() {
        boolean several = rates.size() > 1;
        for (List<Rate> planned : plans.values()) {
            several |= planned.size() > 1;
        }
        return several;
    }

    /** The limits of callers without a plan. */
    List<Limit> standard(RuleBasics rule) {
        return planned(rule, "", rates);
    }

    /** The limits of a plan: one per rate, longest window first, so that a burst limit added later leaves the others' state alone. */
    List<Limit> planned(RuleBasics rule, String plan, List<Rate> planned) {
        List<Limit> limits = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            Rate rate = planned.get(i);
            String counter = sharesCounter(plan, i, rate) ? String.valueOf(i) : i + "-" + plan;
            limits.add(new Limit(
                    id(rule, policy(rule.name(), planned, rate), counter),
                    algorithm,
                    rate,
                    tuning.tuning(algorithm, rate),
                    i == 0 ? Durations.toMicros(arrivals.minInterval()) : 0,
                    arrivals.countDenied(),
                    rule.shadow()));
        }
        return limits;
    }

    /** The limits of an address that is counted besides, which has neither tuning nor interval. */
    List<Limit> perAddress(RuleBasics rule, PerIp perIp) {
        List<Limit> limits = new ArrayList<>();
        for (Rate rate : perIp.rates()) {
            limits.add(new Limit(
                    id(rule, policy(rule.name() + "-ip", perIp.rates(), rate), "ip" + limits.size()),
                    algorithm,
                    rate,
                    Tuning.of(algorithm, rate),
                    0,
                    arrivals.countDenied(),
                    rule.shadow()));
        }
        return limits;
    }

    private static LimitId id(RuleBasics rule, String policy, String counter) {
        return new LimitId(rule.name(), policy, counter, rule.description());
    }

    private static String policy(String name, List<Rate> rates, Rate rate) {
        return rates.size() == 1 ? name : name + "-" + Durations.format(rate.window());
    }

    /**
     * A caller whose plan changes keeps its state, where the windows agree. Where they do not, a counter of one's own:
     * the shorter window would let the longer one's entries go.
     */
    private boolean sharesCounter(String plan, int index, Rate rate) {
        return plan.isEmpty() || (index < rates.size() && rates.get(index).windowMicros() == rate.windowMicros());
    }
}
