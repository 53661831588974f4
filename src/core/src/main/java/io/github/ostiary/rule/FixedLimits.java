package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.store.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a rule that charges all calls by the same rates. Immutable.
 *
 * @param limits none for a guard that is not enabled
 */
public record FixedLimits(List<KeyedLimits> limits) implements LimitSelection {

    /** Copies the list. */
    public FixedLimits {
        limits = List.copyOf(limits);
    }

    @Override
    public List<KeyedLimits> of(CallContext call) {
        return limits;
    }

    @Override
    public List<KeyedLimits> fixed() {
        return limits;
    }

    @Override
    public @Nullable Limit alone() {
        KeyedLimits first = limits.size() == 1 ? limits.get(0) : null;
        return first != null && !first.optional() && first.limits().size() == 1
                ? first.limits().get(0)
                : null;
    }
}
