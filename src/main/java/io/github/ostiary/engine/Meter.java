package io.github.ostiary.engine;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.Limit;
import java.util.List;

/**
 * Limits that are counted on one key. Immutable.
 *
 * @param key who is charged
 * @param limits one per rate
 * @param optional whether a call without this key is simply not charged here
 */
public record Meter(KeyResolver key, List<Limit> limits, boolean optional) {

    /** Copies the list. */
    public Meter {
        limits = List.copyOf(limits);
    }
}
