package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.text.Durations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Turns what a configuration says of a lockout into what the engine asks. Not thread-safe. */
public final class LockoutCompiler {

    private final RuleParts parts;
    private final Function<String, ChallengeVerifier> made;
    private final boolean enabled;
    private final KeyNames names;

    /** Rules that name the same class share one: an answer is asked about once, and is not right twice. */
    private final Map<String, ChallengeVerifier> verifiers = new HashMap<>();

    /**
     * Rules of a guard that is not enabled reserve nothing.
     *
     * @param made the verifier of a class
     * @param names what stores and administrators see of a key
     */
    public LockoutCompiler(RuleParts parts, Function<String, ChallengeVerifier> made, boolean enabled, KeyNames names) {
        this.parts = parts;
        this.made = made;
        this.enabled = enabled;
        this.names = names;
    }

    public LockoutRule compile(LockoutConfig config) {
        String prefix = "lockout." + config.name() + ".";
        KeyExpression key = parts.key(prefix + "key", config.key());
        return new LockoutRule(
                config.name(),
                config.policy(),
                config.networkPolicy(),
                parts.scope(prefix, config.match(), Condition::clearly),
                enabled ? key.clearSets() : List.of(),
                config.signals(),
                config.challenge().verifier().flatMap(name -> verifier(prefix + "challenge.verifier", name)),
                config.distinct().map(text -> values(prefix + "distinct", text)).orElse(call -> Optional.empty()),
                config.exempt().map(days -> source(prefix + "exempt", "ip")).orElse(LockoutCompiler::nothing),
                config.onStoreFailure(),
                Durations.toMicros(config.maxWait()),
                config.onMissingKey() == MissingKey.REFUSE,
                made -> adopted(config, key, made),
                naming());
    }

    private LockoutRule.Naming naming() {
        return new LockoutRule.Naming() {

            @Override
            public String label(Key key) {
                return names.label(key);
            }

            @Override
            public String spelling(Key key) {
                return names.spelling(key);
            }
        };
    }

    /** A key that no request can have reaches nobody: unlocked by it, a caller would stay locked. */
    private static Key adopted(LockoutConfig config, KeyExpression key, Key made) {
        Key adopted = key.adopt(made);
        if (!config.match().path().isEmpty() && !key.couldMake(adopted)) {
            throw new IllegalArgumentException("lockout." + config.name() + " counts '" + config.key()
                    + "', and no request has a " + made + " like this one; take guard.keyFor(\"" + config.name()
                    + "\", call), or make it of these parts in this order, trimmed and in lower case");
        }
        return adopted;
    }

    private Function<CallContext, Optional<String>> values(String name, String text) {
        Function<CallContext, Optional<Key>> keys = source(name, text);
        return call -> keys.apply(call).map(names::value);
    }

    private static Optional<Key> nothing(CallContext call) {
        return Optional.empty();
    }

    private Function<CallContext, Optional<Key>> source(String name, String text) {
        KeyResolver resolver = parts.key(name, text).clearSets().get(0);
        return resolver::resolve;
    }

    /** One for all rules that name it: an answer is not right twice. */
    private Optional<ChallengeVerifier> verifier(String key, String name) {
        return parts.parsed(key, name, type -> verifiers.computeIfAbsent(type, made));
    }
}
