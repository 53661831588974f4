package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Store;
import io.github.ostiary.tier.RedisTiers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Guards on a store, a clock and threads that a test brings; all between is what an application gets. */
public final class SimulatedGuards {

    private SimulatedGuards() {}

    /** A node of a fleet. The properties name a Redis, which is not asked. */
    public static Guard open(Map<String, String> properties, Pace pace, Store shared) {
        return Composition.of(
                        ConfigSources.of(properties, Map.of(), Map.of()),
                        SimulatedGuards.class.getClassLoader(),
                        Optional.of(pace),
                        List.of(),
                        (global, time, events, counts, problems) -> problems.isEmpty()
                                ? Optional.of(RedisTiers.over(
                                        shared, global, pace, events::storeDegraded, events::storeRecovered, counts))
                                : Optional.empty())
                .guard();
    }
}
