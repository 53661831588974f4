package io.github.ostiary.testing;

import io.github.ostiary.Key;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Limit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rules made by hand. */
public final class Rules {

    private Rules() {}

    /** Everywhere, for everybody. */
    public static RequestMatcher anywhere() {
        return new RequestMatcher(List.of(), List.of(), Methods.ALL, call -> true, Position.FIRST);
    }

    /** Charges whoever calls to one key. */
    public static LimitRule limit(String name, List<Limit> limits) {
        return limit(name, limits, FailurePolicy.LOCAL);
    }

    /** The same by what is done while the store does not answer. */
    public static LimitRule limit(String name, List<Limit> limits, FailurePolicy onStoreFailure) {
        KeyedLimits meter = new KeyedLimits(call -> Optional.of(Key.of("caller")), limits, false);
        return new LimitRule(
                new RuleBasics(name, anywhere(), false, OptionalInt.empty(), Optional.empty()),
                new CallTerms(onStoreFailure, 0, true, key -> key, Optional::of),
                new ReplaceableLimits(call -> List.of(meter)),
                new Cost.FixedCost(1),
                figures -> {
                    throw new UnsupportedOperationException();
                });
    }
}
