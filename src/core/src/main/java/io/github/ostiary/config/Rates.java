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
import java.util.function.Consumer;

/**
 * The rates of a limit, bar the one on the address. Immutable.
 *
 * @param stated for callers without a plan, longest window first; empty if they cannot be read
 * @param plans rates chosen per caller, by plan
 */
record Rates(Optional<List<Rate>> stated, Map<String, List<Rate>> plans) {

    /** The word in front of a resolver's name. */
    static final String RESOLVER = "plan:";

    private static final List<Rate> UNREADABLE = List.of(Rate.parse("1/1s"));

    /** Reads them. A plan needs a key that chooses among plans, and the other way round. */
    static Rates read(Section rule, Algorithm algorithm) {
        Map<String, List<Rate>> plans = new TreeMap<>();
        Optional<List<Rate>> stated =
                rule.find(LimitKeys.RATE, holdable(algorithm)).map(rates -> CalendarReader.placed(rule, rates));
        List<String> named = new ArrayList<>();
        for (String key : rule.keys()) {
            if (LimitKeys.isPlan(key)) {
                named.add(key);
            }
        }
        for (String name : named) {
            ConfigKey<List<Rate>> plan = LimitKeys.RATE_OF_PLAN.named(name);
            rule.find(plan, holdable(algorithm))
                    .ifPresent(
                            rates -> plans.put(name.substring("rate.".length()), CalendarReader.placed(rule, rates)));
            if (!rule.states(LimitKeys.RATE_BY)) {
                rule.reject(plan, "nothing chooses this plan; add " + rule.full(LimitKeys.RATE_BY) + "=attribute:plan");
            }
        }
        if (named.isEmpty() && !isResolver(rule)) {
            rule.reject(
                    LimitKeys.RATE_BY,
                    "there is no plan to choose; add " + rule.full(LimitKeys.RATE_OF_PLAN) + "=600/1m or remove it");
        }
        return new Rates(stated, plans);
    }

    /** Whether a resolver is asked, which may know contracts without any plan. */
    static boolean isResolver(Section rule) {
        return rule.text(LimitKeys.RATE_BY)
                .filter(text -> text.startsWith(RESOLVER))
                .isPresent();
    }

    /** The rates of callers without a plan. */
    List<Rate> standard() {
        return stated.orElse(UNREADABLE);
    }

    /** All that can be read. */
    List<Rate> all() {
        List<Rate> all = new ArrayList<>(stated.orElse(List.of()));
        for (List<Rate> planned : plans.values()) {
            all.addAll(planned);
        }
        return all;
    }

    /** Whether any caller has several. */
    boolean several() {
        return standard().size() > 1 || plans.values().stream().anyMatch(planned -> planned.size() > 1);
    }

    /** Whether any is of the calendar. */
    boolean anyOfCalendar() {
        return ofCalendar() > 0;
    }

    /** Whether there is none beside those of the calendar. */
    boolean onlyOfCalendar() {
        return anyOfCalendar() && ofCalendar() == all().size();
    }

    private int ofCalendar() {
        int found = 0;
        for (Rate rate : all()) {
            found += CalendarReader.isOf(rate) ? 1 : 0;
        }
        return found;
    }

    Optional<Rate> smallest() {
        Rate smallest = null;
        for (Rate rate : all()) {
            smallest = smallest == null || rate.permits() < smallest.permits() ? rate : smallest;
        }
        return Optional.ofNullable(smallest);
    }

    /** The algorithm's own bounds are the limit's to know. */
    static Consumer<List<Rate>> holdable(Algorithm algorithm) {
        return rates -> {
            for (Rate rate : rates) {
                new Limit(new LimitId("rule", "rule", ""), algorithm.of(rate), rate, 0, false, false);
            }
        };
    }
}
