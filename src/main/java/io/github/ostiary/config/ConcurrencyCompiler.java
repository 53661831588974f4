package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.ConcurrencyRule;
import io.github.ostiary.rule.ConcurrencyRule.Gate;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.List;

/** Turns what a configuration says of concurrency into what the engine asks. Not thread-safe. */
public final class ConcurrencyCompiler {

    private final RuleParts parts;
    private final boolean enabled;

    /** Rules of a guard that is not enabled ask for nothing. */
    public ConcurrencyCompiler(RuleParts parts, boolean enabled) {
        this.parts = parts;
        this.enabled = enabled;
    }

    public ConcurrencyRule compile(ConcurrencyConfig config) {
        String prefix = "concurrency." + config.name() + ".";
        KeyExpression key = parts.key(prefix + "key", config.key());
        List<Gate> gates = new ArrayList<>();
        for (KeyResolver set : key.sets()) {
            gates.add(new Gate(set, config.concurrency(), false));
        }
        config.perAddress().ifPresent(permits -> key.freelyChosen()
                .forEach(address -> gates.add(new Gate(address, permits, true))));
        return new ConcurrencyRule(
                config.name(),
                parts.scope(prefix, config.match()),
                enabled ? gates : List.of(),
                config.onStoreFailure(),
                Durations.toMicros(config.maxWait()),
                config.onMissingKey() == MissingKey.REFUSE,
                key::adopt,
                !config.enforce());
    }
}
