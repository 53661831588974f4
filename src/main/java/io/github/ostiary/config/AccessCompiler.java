package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.identity.AddressSet;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.RuleKind;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Turns what a configuration says of whom to allow or block into what the engine asks. Not thread-safe. */
public final class AccessCompiler {

    private final RuleParts parts;

    public AccessCompiler(RuleParts parts) {
        this.parts = parts;
    }

    public AccessRule compile(AccessConfig config) {
        boolean blocks = config.kind() == AccessConfig.AccessKind.BLOCK;
        String prefix = (blocks ? "block." : "allow.") + config.name() + ".";
        Predicate<CallContext> condition = call -> true;
        if (!config.ip().isEmpty()) {
            String list = String.join(",", config.ip());
            condition = condition.and(parts.parsed(prefix + "ip", list, AddressSet::parse)
                    .map(set -> set.seenBy(parts.settings().client()))
                    .orElse(condition));
        }
        if (!config.principals().isEmpty()) {
            String list = String.join(",", config.principals());
            condition = condition.and(parts.parsed(prefix + "principal", list, Condition::principals)
                    .orElse(condition));
        }
        return new AccessRule(
                config.name(),
                blocks,
                blocks
                        ? parts.scope(prefix, config.match())
                        : parts.scope(prefix, config.match(), Condition::certainly),
                condition,
                !config.enforce(),
                waived(config));
    }

    private static Set<RuleKind> waived(AccessConfig config) {
        return Arrays.stream(RuleKind.values())
                .filter(family -> config.bypass().contains(family.prefix()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
