package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.store.ConcurrencyPolicy;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A {@code concurrency.NAME} of the configuration. Immutable.
 *
 * @param name the rule's name
 * @param scope which calls; without paths for beans and Java code only
 * @param gates whose permits, each of these
 * @param onStoreFailure what to do without the store
 * @param waitMicros how long a caller may be held until others leave, µs
 * @param needsKey whether a call without identity is denied rather than passed
 * @param adopt applies the rule's address prefixes to a key made by hand
 * @param shadow whether it only reports
 */
public record ConcurrencyRule(
        String name,
        RequestMatcher scope,
        List<Gate> gates,
        FailurePolicy onStoreFailure,
        long waitMicros,
        boolean needsKey,
        UnaryOperator<Key> adopt,
        boolean shadow)
        implements Rule {

    /**
     * Permits of one key. Immutable.
     *
     * @param key whose
     * @param concurrency how many at a time
     * @param optional whether a call without this key simply needs none
     */
    public record Gate(KeyResolver key, ConcurrencyPolicy concurrency, boolean optional) {}

    /** Copies the list. */
    public ConcurrencyRule {
        gates = List.copyOf(gates);
    }

    @Override
    public RuleKind family() {
        return RuleKind.CONCURRENCY;
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        for (Gate gate : gates) {
            Optional<Key> key = gate.key().resolve(call);
            if (key.isPresent()) {
                claims.enter(this, gate.concurrency(), key.get());
            } else if (!gate.optional() && needsKey) {
                return false;
            }
        }
        return true;
    }

    /** What it asks of a key made by hand. */
    public void claim(Key key, Claims claims) {
        gates.stream()
                .filter(gate -> !gate.optional())
                .limit(1)
                .forEach(gate -> claims.enter(this, gate.concurrency(), adopt.apply(key)));
    }

    @Override
    public Key keyOf(CallContext call) {
        return Keys.first(this, gates.stream().map(Gate::key).toList(), call);
    }

    /** The same for a caller of another patience, µs. */
    public ConcurrencyRule waiting(long micros) {
        return new ConcurrencyRule(name, scope, gates, onStoreFailure, micros, needsKey, adopt, shadow);
    }
}
