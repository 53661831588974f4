package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.engine.Meter;
import io.github.ostiary.engine.Metering;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a rule charges whose rates depend on the caller's plan. Immutable.
 *
 * @param by names the plan
 * @param standard for callers of none
 * @param byPlan for all others
 */
record PlanMeters(KeyResolver by, List<Meter> standard, Map<String, List<Meter>> byPlan) implements Metering {

    @Override
    public List<Meter> of(CallContext call) {
        return by.resolve(call).map(PlanMeters::plan).map(byPlan::get).orElse(standard);
    }

    private static String plan(Key key) {
        return key.parts().get(0).value();
    }

    @Override
    public List<Meter> ofAllPlans() {
        return Stream.concat(standard.stream(), byPlan.values().stream().flatMap(List::stream))
                .toList();
    }
}
