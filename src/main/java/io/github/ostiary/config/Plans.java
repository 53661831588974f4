package io.github.ostiary.config;

import io.github.ostiary.Rate;
import java.util.List;
import java.util.Map;

/**
 * Rates that are chosen per caller. Immutable.
 *
 * @param by the source of the plan's name, such as {@code attribute:plan}; not parsed
 * @param rates by plan, at least one; each longest window first
 */
record Plans(String by, Map<String, List<Rate>> rates) {

    /** Copies the map. */
    Plans {
        rates = Map.copyOf(rates);
    }
}
