package io.github.ostiary.config;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Quota.QuotaUnit;
import io.github.ostiary.Rate;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of a {@code limit.NAME} rule: all of it that can be replaced while it is in force. Immutable.
 *
 * @param algorithm how it counts
 * @param tuning the parameters of the algorithm beside the rates
 * @param cost permits a call is charged
 * @param minInterval between two admitted actions; zero for none
 * @param countDenied whether denied attempts count too
 * @param lease how much of a limit a node takes ahead
 */
record LimitFigures(
        Algorithm algorithm,
        Rates rates,
        TuningConfig tuning,
        Cost cost,
        Duration minInterval,
        boolean countDenied,
        LeaseShare lease) {

    /** Stands for the plan of a caller who has a contract; no plan is called so. */
    private static final String CONTRACT = "~";

    /** Reads them; if there were problems, defaults stand in for what is wrong. */
    static LimitFigures read(Section rule) {
        Algorithm algorithm = rule.get(LimitKeys.ALGORITHM);
        Rates rates = Rates.read(rule, algorithm);
        TuningConfig tuning = TuningConfig.read(rule, algorithm, rates);
        if (!rule.states(LimitKeys.RATE)) {
            rule.problem("a limit needs a rate; add " + rule.full(LimitKeys.RATE) + "=100/1m");
        }
        Cost cost = CostReader.read(rule, rates.smallest(), tuning);
        Duration minInterval = rule.get(LimitKeys.MIN_INTERVAL);
        boolean countDenied = rule.get(LimitKeys.COUNT_DENIED);
        LeaseShare lease = lease(rule, algorithm, rates, cost, minInterval, countDenied);
        return new LimitFigures(algorithm, rates, tuning, cost, minInterval, countDenied, lease);
    }

    /** Reads what a node takes ahead; a rule that asks for it must be one that can have it. */
    private static LeaseShare lease(
            Section rule, Algorithm algorithm, Rates rates, Cost cost, Duration minInterval, boolean countDenied) {
        LeaseShare share = rule.get(LimitKeys.LEASE);
        String obstacle = rates.anyOfCalendar()
                ? "with a window of the calendar each call must be counted in the store"
                : rule.states(LimitKeys.NOTIFY)
                        ? "with notify each call must be counted in the store"
                        : cost instanceof LaterCost
                                ? "with a cost that is known afterwards each call must be counted in the store"
                                : cost instanceof Cost.CountedAnswer
                                        ? "with counts a call takes no permit, so none can be taken ahead"
                                        : obstacle(algorithm, minInterval, countDenied);
        if (obstacle.isEmpty()) {
            return share;
        }
        if (share.stated()) {
            rule.reject(LimitKeys.LEASE, obstacle + "; remove it, or write auto");
        }
        return new LeaseShare(0, false);
    }

    private static String obstacle(Algorithm algorithm, Duration minInterval, boolean countDenied) {
        if (algorithm != Algorithm.SLIDING_LOG) {
            return "only permits of a sliding-log are taken ahead, not those of a " + algorithm.configName();
        }
        if (countDenied) {
            return "with countDenied each call must be counted in the store";
        }
        return minInterval.isZero() ? "" : "with minInterval each call needs the time of the last one, from the store";
    }

    /** The limits of callers without a plan. */
    List<Limit> standard(RuleBasics rule) {
        return planned(rule, "", rates.standard());
    }

    /** The limits of a plan: one per rate, longest window first, so that a burst limit added later leaves the others' state alone. */
    List<Limit> planned(RuleBasics rule, String plan, List<Rate> planned) {
        List<Limit> limits = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            Rate rate = planned.get(i);
            String counter = sharesCounter(plan, i, rate) ? String.valueOf(i) : i + "-" + plan;
            limits.add(new Limit(
                    id(rule, policy(rule.name(), planned, rate), counter),
                    algorithm.of(rate),
                    rate,
                    tuning.tuning(algorithm.of(rate), rate).withAhead(ahead(rule, rate)),
                    i == 0 ? Durations.toMicros(minInterval) : 0,
                    countDenied,
                    rule.shadow()));
        }
        return limits;
    }

    /**
     * The limits of a caller who has a contract, as a resolver has said them.
     *
     * @throws IllegalArgumentException if the rule cannot have them
     */
    List<Limit> contracted(RuleBasics rule, List<Rate> stated, Section written) {
        List<Rate> contract = Rate.ordered(stated);
        Rates.holdable(algorithm).accept(contract);
        return planned(rule, CONTRACT, CalendarReader.placed(written, contract));
    }

    /** The limits of an address that is counted besides, which has neither tuning nor interval. */
    List<Limit> perAddress(RuleBasics rule, List<Rate> perIp) {
        List<Limit> limits = new ArrayList<>();
        for (Rate rate : perIp) {
            limits.add(new Limit(
                    id(rule, policy(rule.name() + "-ip", perIp, rate), "ip" + limits.size()),
                    algorithm.of(rate),
                    rate,
                    Tuning.of(algorithm.of(rate), rate).withAhead(ahead(rule, rate)),
                    0,
                    countDenied,
                    rule.shadow()));
        }
        return limits;
    }

    /**
     * The permits to take ahead; of a rule that only reports none, since the store must be asked each time what it
     * would deny.
     */
    private long ahead(RuleBasics rule, Rate rate) {
        return rule.shadow() || CalendarReader.isOf(rate) ? 0 : lease.permits(rate);
    }

    private LimitId id(RuleBasics rule, String policy, String counter) {
        QuotaUnit unit =
                cost instanceof LaterCost later && later.countsBytes() ? QuotaUnit.CONTENT_BYTES : QuotaUnit.REQUESTS;
        return new LimitId(rule.name(), policy, counter, unit, rule.description());
    }

    private static String policy(String name, List<Rate> rates, Rate rate) {
        return rates.size() == 1 ? name : name + "-" + rate.windowName();
    }

    /**
     * A caller whose plan changes keeps its state, where the windows agree. Where they do not, a counter of one's own:
     * the shorter window would let the longer one's entries go.
     */
    private boolean sharesCounter(String plan, int index, Rate rate) {
        return plan.isEmpty()
                || (index < rates.standard().size()
                        && rates.standard().get(index).windowMicros() == rate.windowMicros()
                        && rates.standard().get(index).calendar().equals(rate.calendar()));
    }
}
