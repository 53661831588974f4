package io.github.ostiary.testing;

import io.github.ostiary.FailurePolicy;
import io.github.ostiary.Key;
import io.github.ostiary.Limit;
import io.github.ostiary.Position;
import io.github.ostiary.engine.LimitRule;
import io.github.ostiary.engine.Meter;
import io.github.ostiary.engine.Scope;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules made by hand. */
public final class Rules {

    private Rules() {}

    /** Everywhere, for everybody. */
    public static Scope anywhere() {
        return new Scope(List.of(), List.of(), Set.of(), call -> true, Position.FIRST);
    }

    /** Charges whoever calls to one key. */
    public static LimitRule limit(String name, List<Limit> limits) {
        Meter meter = new Meter(call -> Optional.of(Key.of("caller")), limits, false);
        return new LimitRule(
                name,
                anywhere(),
                call -> List.of(meter),
                call -> 1,
                FailurePolicy.LOCAL,
                0,
                true,
                key -> key,
                figures -> {
                    throw new UnsupportedOperationException();
                },
                false);
    }
}
