package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Charge;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Limit;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Position;
import io.github.ostiary.RateLimiter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** A running guard: rules, tiers, and the order in which a call is decided. Thread-safe. */
public final class Engine implements Guard {

    private final RuleSet rules;
    private final Tiers tiers;
    private final Function<Key, String> names;
    private final ConcurrentMap<String, RateLimiter> limiters = new ConcurrentHashMap<>();

    /**
     * A guard.
     *
     * @param limits the limit rules
     * @param access the allow and block rules
     * @param tiers where decisions are made; closed with the guard
     * @param names from key to identity: at most 64 characters of {@code [A-Za-z0-9._-]}
     */
    public Engine(List<LimitRule> limits, List<AccessRule> access, Tiers tiers, Function<Key, String> names) {
        this.rules = new RuleSet(limits, access);
        this.tiers = tiers;
        this.names = names;
    }

    @Override
    public Decision check(CallContext call, Position position) {
        Optional<String> path = call.path();
        try {
            return path.isEmpty() ? Decisions.unlimited() : decide(call, path.get(), position);
        } catch (UnreadableCallException e) {
            return malformed(e.rule());
        }
    }

    private Decision decide(CallContext call, String path, Position position) {
        List<AccessRule> access = rules.access(call, path, position);
        Optional<AccessRule> block =
                access.stream().filter(rule -> rule.blocks() && !rule.shadow()).findFirst();
        if (block.isPresent()) {
            return Decision.deny(Reason.BLOCKED, block.get().name(), List.of(), null, false, false);
        }
        boolean shadowed = access.stream().anyMatch(AccessRule::blocks);
        boolean waived = access.stream().anyMatch(AccessRule::waivesLimits);
        return waived
                ? Decision.allow(List.of(), false, shadowed)
                : decide(rules.limits(call, path, position), call, shadowed);
    }

    private static Decision malformed(String rule) {
        return Decision.deny(Reason.MALFORMED, rule, List.of(), null, false, false);
    }

    @Override
    public Decision check(String rule, CallContext call) {
        LimitRule found = rules.limit(rule);
        try {
            return found.scope().when().test(call) ? decide(List.of(found), call, false) : Decisions.unlimited();
        } catch (MalformedCallException e) {
            return found.shadow() ? Decision.allow(List.of(), false, true) : malformed(rule);
        }
    }

    private Decision decide(List<LimitRule> matched, CallContext call, boolean shadowed) {
        List<Ask> asks = new ArrayList<>();
        boolean wouldRefuse = shadowed;
        for (LimitRule rule : matched) {
            if (!readable(rule, call, asks)) {
                if (!rule.shadow()) {
                    return malformed(rule.name());
                }
                wouldRefuse = true;
            }
        }
        return decide(asks, wouldRefuse);
    }

    private boolean readable(LimitRule rule, CallContext call, List<Ask> asks) {
        try {
            return charge(rule, call, asks);
        } catch (MalformedCallException e) {
            return false;
        }
    }

    /** Adds what a rule charges a call; false if it must be charged and has no identity. */
    private boolean charge(LimitRule rule, CallContext call, List<Ask> asks) {
        List<Meter> meters = rule.meters().of(call);
        long cost = meters.isEmpty() ? 0 : rule.cost().applyAsLong(call);
        for (Meter meter : meters) {
            Optional<Key> key = meter.key().resolve(call);
            if (key.isPresent()) {
                add(rule, meter.limits(), key.get(), cost, asks);
            } else if (!meter.optional() && rule.needsKey()) {
                return false;
            }
        }
        return true;
    }

    /** A counter that several sets of a key lead to is charged once. */
    private void add(LimitRule rule, List<Limit> limits, Key key, long permits, List<Ask> asks) {
        String identity = names.apply(key);
        for (Limit limit : limits) {
            Ask ask = new Ask(new Charge(limit, identity, permits), rule.onStoreFailure(), 0);
            if (!asks.contains(ask)) {
                asks.add(ask);
            }
        }
    }

    private Decision decide(List<Ask> asks, boolean shadowed) {
        return asks.isEmpty()
                ? Decision.allow(List.of(), false, shadowed)
                : Decisions.of(asks, tiers.decide(asks), shadowed);
    }

    @Override
    public Key keyFor(String rule, CallContext call) {
        return rules.limit(rule).meters().of(call).stream()
                .filter(meter -> !meter.optional())
                .findFirst()
                .flatMap(meter -> meter.key().resolve(call))
                .orElseThrow(() ->
                        new IllegalArgumentException("this call has no identity that limit." + rule + " could charge"));
    }

    @Override
    public RateLimiter limiter(String rule) {
        LimitRule found = rules.limit(rule);
        return limiters.computeIfAbsent(
                rule,
                name -> new Limiter(
                        found,
                        tiers,
                        (key, permits) -> asks(found, key, permits),
                        (key, permits) -> asksOfAllPlans(found, key, permits)));
    }

    /** What a rule asks of a key made by hand. */
    private List<Ask> asks(LimitRule rule, Key key, long permits) {
        List<Ask> asks = new ArrayList<>(1);
        Key adopted = rule.adopt().apply(key);
        for (Meter meter : rule.meters().of(Metering.NO_REQUEST)) {
            if (!meter.optional()) {
                add(rule, meter.limits(), adopted, permits, asks);
            }
        }
        return asks;
    }

    /** What it asks of all plans' counters of the key, each once. */
    private List<Ask> asksOfAllPlans(LimitRule rule, Key key, long permits) {
        Map<String, Limit> limits = new LinkedHashMap<>();
        for (Meter meter : rule.meters().ofAllPlans()) {
            if (!meter.optional()) {
                meter.limits().forEach(limit -> limits.putIfAbsent(limit.counter(), limit));
            }
        }
        List<Ask> asks = new ArrayList<>(limits.size());
        add(rule, List.copyOf(limits.values()), rule.adopt().apply(key), permits, asks);
        return asks;
    }

    /**
     * Adds a rule of a bean, unless its name is taken.
     *
     * @param rule without paths
     */
    public void add(LimitRule rule) {
        rules.addIfAbsent(rule);
    }

    @Override
    public void close() {
        tiers.close();
    }
}
