package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.store.Limit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * A {@code limit.NAME} of the configuration, or one that a bean states in place. Thread-safe.
 *
 * @param name the rule's name
 * @param scope which calls; without paths for beans and Java code only
 * @param meters what is counted on whom
 * @param cost permits a call asks for; throws {@link io.github.ostiary.MalformedCallException}
 * @param onStoreFailure what to do without the store
 * @param waitMicros how far ahead a caller's slot may lie, µs
 * @param needsKey whether a call without identity is denied rather than passed
 * @param adopt applies the rule's address prefixes to a key made by hand
 * @param update puts other figures in force; throws {@link IllegalArgumentException} with the remedy
 * @param shadow whether it only reports, whatever cannot be read
 */
public record LimitRule(
        String name,
        RequestMatcher scope,
        LimitSelection meters,
        ToLongFunction<CallContext> cost,
        FailurePolicy onStoreFailure,
        long waitMicros,
        boolean needsKey,
        UnaryOperator<Key> adopt,
        Consumer<Map<String, String>> update,
        boolean shadow)
        implements Rule {

    @Override
    public RuleKind family() {
        return RuleKind.LIMIT;
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        List<KeyedLimits> asked = meters.of(call);
        long permits = asked.isEmpty() ? 0 : cost.applyAsLong(call);
        for (KeyedLimits meter : asked) {
            Optional<Key> key = meter.key().resolve(call);
            if (key.isPresent()) {
                claims.charge(this, meter.limits(), key.get(), permits, waitMicros);
            } else if (!meter.optional() && needsKey) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Key keyOf(CallContext call) {
        return Keys.first(
                this,
                meters.of(call).stream()
                        .filter(meter -> !meter.optional())
                        .map(KeyedLimits::key)
                        .toList(),
                call);
    }

    /** What it asks of a key made by hand, for a caller of another patience. */
    public void claim(Key key, long permits, long patienceMicros, Claims claims) {
        for (KeyedLimits meter : meters.of(LimitSelection.NO_REQUEST)) {
            if (!meter.optional()) {
                claims.charge(this, meter.limits(), adopt.apply(key), permits, patienceMicros);
            }
        }
    }

    /** What it asks of all plans' counters of the key, each once. */
    public void claimOfAllPlans(Key key, long permits, Claims claims) {
        Map<String, Limit> limits = new LinkedHashMap<>();
        for (KeyedLimits meter : meters.ofAllPlans()) {
            if (!meter.optional()) {
                meter.limits().forEach(limit -> limits.putIfAbsent(limit.counter(), limit));
            }
        }
        claims.charge(this, List.copyOf(limits.values()), adopt.apply(key), permits, waitMicros);
    }
}
