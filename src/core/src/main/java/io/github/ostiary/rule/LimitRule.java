package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A {@code limit.NAME} of the configuration, or one that a bean states in place. Thread-safe. */
public final class LimitRule extends Rule {

    private final ReplaceableLimits limits;
    private final Cost cost;

    /** The cost of every call; 0 where the call says it. */
    private final long fixedCost;

    private final Notices notices;

    private final boolean announces;

    /** Whether it is known only afterwards. */
    private final boolean settled;

    private final Consumer<Map<String, String>> update;

    /**
     * A limit.
     *
     * @param basics what all rules have
     * @param terms without store or key, and how far ahead a caller's slot may lie
     * @param limits what is counted on which caller
     * @param cost permits a call asks for
     * @param notices what it tells of that
     * @param update puts other figures in force; throws {@link IllegalArgumentException} with the remedy
     */
    public LimitRule(
            RuleBasics basics,
            CallTerms terms,
            ReplaceableLimits limits,
            Cost cost,
            Notices notices,
            Consumer<Map<String, String>> update) {
        super(basics, terms);
        this.limits = limits;
        this.cost = cost;
        this.fixedCost = cost instanceof Cost.FixedCost fixed ? fixed.permits() : 0;
        this.notices = notices;
        this.announces = !notices.percents().isEmpty();
        this.settled = cost instanceof LaterCost || cost instanceof Cost.CountedAnswer;
        this.update = update;
    }

    /** A limit that tells nothing of what was used. */
    public LimitRule(
            RuleBasics basics,
            CallTerms terms,
            ReplaceableLimits limits,
            Cost cost,
            Consumer<Map<String, String>> update) {
        this(basics, terms, limits, cost, Notices.NONE, update);
    }

    /** The limits, and the caller that each is counted on. */
    public ReplaceableLimits limits() {
        return limits;
    }

    /** The permits a call asks for. */
    public Cost cost() {
        return cost;
    }

    /** The notices that it gives of what was used. */
    public Notices notices() {
        return notices;
    }

    @Override
    public boolean announces() {
        return announces;
    }

    /** Puts other figures in force; throws {@link IllegalArgumentException} with the remedy. */
    public Consumer<Map<String, String>> update() {
        return update;
    }

    @Override
    public RuleKind kind() {
        return RuleKind.LIMIT;
    }

    @Override
    public boolean countsDenied() {
        for (KeyedLimits keyed : limits.ofAllPlans()) {
            for (Limit limit : keyed.limits()) {
                if (limit.countDenied()) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean claim(CallContext call, Claims claims) {
        List<KeyedLimits> always = limits.fixed;
        List<KeyedLimits> asked = always == null ? limits.of(call) : always;
        long permits = fixedCost == 0 && !asked.isEmpty() ? cost.of(call) : fixedCost;
        for (int i = 0; i < asked.size(); i++) {
            KeyedLimits keyed = asked.get(i);
            Optional<Key> key = keyed.key().resolve(call);
            if (key.isPresent() && settled) {
                claims.reserve(this, keyed.limits(), key.get(), permits);
            } else if (key.isPresent()) {
                claims.charge(this, keyed.limits(), key.get(), permits, waitMicros);
            } else if (!keyed.optional() && needsKey) {
                return false;
            }
        }
        return true;
    }

    /** Whether an answer is one that it counts: {@code FAIL}. */
    @Override
    public @Nullable Operation shown(CallOutcome outcome) {
        return cost instanceof Cost.CountedAnswer counted ? counted.signals().shown(outcome) : null;
    }

    @Override
    public Key keyOf(CallContext call) {
        return first(
                limits.of(call).stream()
                        .filter(keyed -> !keyed.optional())
                        .map(KeyedLimits::key)
                        .toList(),
                call);
    }

    /** Adds what it counts of a call, one permit each: not what an address may do besides. */
    public void look(CallContext call, Claims claims) {
        for (KeyedLimits keyed : limits.of(call)) {
            Optional<Key> key =
                    keyed.optional() ? Optional.empty() : keyed.key().resolve(call);
            key.ifPresent(found -> claims.charge(this, keyed.limits(), found, 1, 0));
        }
    }

    /** Adds the claims of a key made by hand, for a caller of another patience. */
    public void claim(Key key, long permits, long patienceMicros, Claims claims) {
        Key adopted = adopt(key);
        for (KeyedLimits keyed : limits.of(adopted)) {
            if (!keyed.optional()) {
                claims.charge(this, keyed.limits(), adopted, permits, patienceMicros);
            }
        }
    }

    /** Adds the reservations of a key made by hand. */
    public void reserve(Key key, long permits, Claims claims) {
        Key adopted = adopt(key);
        for (KeyedLimits keyed : limits.of(adopted)) {
            if (!keyed.optional()) {
                claims.reserve(this, keyed.limits(), adopted, permits);
            }
        }
    }

    /** Adds the claims on all plans' counters of the key, each once. */
    public void claimOfAllPlans(Key key, long permits, Claims claims) {
        claim(counters(limits.ofAllPlans(adopt(key)), false), key, permits, claims);
    }

    @Override
    public void look(Key key, Claims claims) {
        claim(counters(limits.ofAllPlans(adopt(key)), isAddress(key)), key, 1, claims);
    }

    private static List<Limit> counters(List<KeyedLimits> plans, boolean withOptional) {
        Map<String, Limit> all = new LinkedHashMap<>();
        for (KeyedLimits keyed : plans) {
            if (withOptional || !keyed.optional()) {
                keyed.limits().forEach(limit -> all.putIfAbsent(limit.counter(), limit));
            }
        }
        return List.copyOf(all.values());
    }

    private void claim(List<Limit> all, Key key, long permits, Claims claims) {
        claims.charge(this, all, adopt(key), permits, waitMicros);
    }
}
