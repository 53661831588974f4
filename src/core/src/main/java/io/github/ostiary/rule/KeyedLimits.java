package io.github.ostiary.rule;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.store.Limit;
import java.util.List;

/**
 * Limits that are counted on one key. Immutable.
 *
 * @param key who is charged
 * @param limits one per rate
 * @param optional whether a call without this key is simply not charged here
 */
public record KeyedLimits(KeyResolver key, List<Limit> limits, boolean optional) {

    /** Copies the list. */
    public KeyedLimits {
        limits = List.copyOf(limits);
    }
}
