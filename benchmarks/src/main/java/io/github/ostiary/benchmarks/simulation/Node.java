package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.tier.TwoTiers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A node of the fleet. Of one thread. */
interface Node {

    /** Whether a caller is let in now. */
    boolean admits(String caller);

    /** The product's own: caches in front of the shared store, a limiter with its share of the limit behind it. */
    static Node ofTwoTiers(Scale scale, Store shared, TimeSource time) {
        Limit limit = scale.limit();
        LocalDenialCache front = new LocalDenialCache(scale.trackedKeys(), time);
        LocalStore local = new LocalStore(scale.trackedKeys(), time, front::known);
        TwoTiers tiers = new TwoTiers(front, shared, local, scale.nodes(), Duration.ofMillis(50), time, null);
        LimitRule rule = rule(limit);
        return caller -> {
            List<Ask> asks = List.of(new Ask(new Charge(limit, caller, 1), rule, Key.of(caller)));
            TierAnswer answer = tiers.ask(Operation.DECIDE, asks);
            return answer.admits(asks);
        };
    }

    /** One that asks the shared store every time, and begins anew with its share when there is no answer. */
    static Node ofOneTier(Scale scale, Store shared, TimeSource time) {
        Limit limit = scale.limit();
        LocalStore local = new LocalStore(scale.trackedKeys(), time);
        return caller -> {
            Charge charge = new Charge(limit, caller, 1);
            try {
                return shared.decide(charge, Store.NO_DEADLINE).passed();
            } catch (StoreException e) {
                return local.decide(charge.dividedBy(scale.nodes()), Store.NO_DEADLINE)
                        .passed();
            }
        };
    }

    private static LimitRule rule(Limit limit) {
        KeyedLimits keyed = new KeyedLimits(any -> Optional.empty(), List.of(limit), false);
        RequestMatcher everywhere = new RequestMatcher(List.of(), List.of(), Methods.ALL, call -> true, Position.FIRST);
        return new LimitRule(
                new RuleBasics("page", everywhere, false, OptionalInt.empty(), Optional.empty()),
                new CallTerms(FailurePolicy.LOCAL, 0, true, key -> key, Optional::of),
                new ReplaceableLimits(call -> List.of(keyed)),
                new Cost.FixedCost(1),
                figures -> {});
    }
}
