package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.store.ConcurrencyPolicy;
import java.util.List;
import java.util.Optional;

/** A {@code concurrency.NAME} of the configuration. Immutable. */
public final class ConcurrencyRule extends Rule {

    private final List<Gate> gates;

    /**
     * Permits of one key. Immutable.
     *
     * @param key whose
     * @param concurrency how many at a time
     * @param optional whether a call without this key simply needs none
     */
    public record Gate(KeyResolver key, ConcurrencyPolicy concurrency, boolean optional) {}

    /**
     * A concurrency rule.
     *
     * @param basics what all rules have
     * @param terms without store or key, and how long a caller may be held until others leave
     * @param gates whose permits, each of these
     */
    public ConcurrencyRule(RuleBasics basics, CallTerms terms, List<Gate> gates) {
        super(basics, terms);
        this.gates = List.copyOf(gates);
    }

    /** Whose permits, each of these. */
    public List<Gate> gates() {
        return gates;
    }

    @Override
    public RuleKind kind() {
        return RuleKind.CONCURRENCY;
    }

    @Override
    public boolean countsDenied() {
        return false;
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        for (Gate gate : gates) {
            Optional<Key> key = gate.key().resolve(call);
            if (key.isPresent()) {
                claims.lease(this, gate.concurrency(), key.get());
            } else if (!gate.optional() && needsKey) {
                return false;
            }
        }
        return true;
    }

    /** Adds the claim of a key made by hand. */
    public void claim(Key key, Claims claims) {
        gates.stream()
                .filter(gate -> !gate.optional())
                .limit(1)
                .forEach(gate -> claims.lease(this, gate.concurrency(), adopt(key)));
    }

    @Override
    public void look(Key key, Claims claims) {
        claim(key, claims);
        for (Gate gate : gates) {
            if (gate.optional() && isAddress(key)) {
                claims.lease(this, gate.concurrency(), adopt(key));
            }
        }
    }

    @Override
    public Key keyOf(CallContext call) {
        return first(gates.stream().map(Gate::key).toList(), call);
    }

    /** The same for a caller of another patience, µs. */
    public ConcurrencyRule waiting(long micros) {
        return new ConcurrencyRule(basics(), terms().waiting(micros), gates);
    }
}
