package io.github.ostiary.config;

import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration as people see it who look after it: what was written, and where. Immutable.
 *
 * @param console where they do so; empty for no console
 * @param settings outside rules
 * @param rules in the order they were declared
 * @param keys what each rule that counts callers counts them by, by its name with its kind
 */
public record Declared(
        Optional<ConsoleSettings> console,
        List<SettingInForce> settings,
        List<RuleInForce> rules,
        Map<String, KeyExpression> keys) {

    /** Copies the collections. */
    public Declared {
        settings = List.copyOf(settings);
        rules = List.copyOf(rules);
        keys = Map.copyOf(keys);
    }
}
