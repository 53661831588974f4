package io.github.ostiary.config;

import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.Rule;
import java.util.List;

/**
 * A whole configuration. Immutable, but for its context.
 *
 * @param context what further rules are read with
 * @param rules what callers are counted by: limits, concurrency, lockouts
 * @param access allow and block rules
 * @param values what it was read from
 * @param unmatched names of system properties and environment variables that looked like overrides and reached nothing
 * @param declared what was written, and where
 */
public record GuardConfig(
        RuleContext context,
        List<Rule> rules,
        List<AccessRule> access,
        WrittenValues values,
        List<String> unmatched,
        Declared declared) {

    /** Copies the lists. */
    public GuardConfig {
        rules = List.copyOf(rules);
        access = List.copyOf(access);
        unmatched = List.copyOf(unmatched);
    }

    /** The settings outside rules. */
    public GlobalConfig global() {
        return context.global();
    }
}
