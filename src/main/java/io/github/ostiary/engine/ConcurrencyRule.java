package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Concurrency;
import io.github.ostiary.FailurePolicy;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A {@code concurrency.NAME} of the configuration. Immutable.
 *
 * @param concurrency how many at a time
 * @param scope which calls; without paths for beans and Java code only
 * @param keys whose permits, each of these
 * @param onStoreFailure what to do without the store
 * @param waitMicros how long a caller may be held until others leave, µs
 * @param needsKey whether a call without identity is refused rather than passed
 * @param adopt applies the rule's address prefixes to a key made by hand
 */
public record ConcurrencyRule(
        Concurrency concurrency,
        Scope scope,
        List<KeyResolver> keys,
        FailurePolicy onStoreFailure,
        long waitMicros,
        boolean needsKey,
        UnaryOperator<Key> adopt)
        implements Rule {

    /** Copies the list. */
    public ConcurrencyRule {
        keys = List.copyOf(keys);
    }

    @Override
    public String name() {
        return concurrency.rule();
    }

    @Override
    public boolean shadow() {
        return concurrency.shadow();
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        return claims.enter(this, call) || !needsKey;
    }

    @Override
    public Key keyOf(CallContext call) {
        return Keys.first(this, keys, call);
    }

    /** The same for a caller of another patience, µs. */
    ConcurrencyRule waiting(long micros) {
        return new ConcurrencyRule(concurrency, scope, keys, onStoreFailure, micros, needsKey, adopt);
    }
}
