package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The limits of a rule whose rates depend on the caller's plan. Immutable.
 *
 * @param by names the plan
 * @param standard for callers of none
 * @param byPlan for all others
 */
public record LimitsByPlan(KeyResolver by, List<KeyedLimits> standard, Map<String, List<KeyedLimits>> byPlan)
        implements LimitSelection {

    /** Copies the collections. */
    public LimitsByPlan {
        standard = List.copyOf(standard);
        byPlan = Map.copyOf(byPlan);
    }

    @Override
    public List<KeyedLimits> of(CallContext call) {
        return by.resolve(call).map(LimitsByPlan::plan).map(byPlan::get).orElse(standard);
    }

    private static String plan(Key key) {
        return key.parts().get(0).value();
    }

    @Override
    public List<KeyedLimits> ofAllPlans() {
        return Stream.concat(standard.stream(), byPlan.values().stream().flatMap(List::stream))
                .toList();
    }
}
