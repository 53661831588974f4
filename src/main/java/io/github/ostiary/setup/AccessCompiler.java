package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.engine.AccessRule;
import io.github.ostiary.engine.Family;
import io.github.ostiary.identity.AddressSet;
import io.github.ostiary.identity.Condition;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Turns what a configuration says of whom to allow or block into what the engine asks. Not thread-safe. */
final class AccessCompiler {

    private final RuleParts parts;

    AccessCompiler(RuleParts parts) {
        this.parts = parts;
    }

    AccessRule compile(AccessConfig config) {
        boolean blocks = config.kind() == AccessConfig.Kind.BLOCK;
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

    private static Set<Family> waived(AccessConfig config) {
        return Arrays.stream(Family.values())
                .filter(family -> config.bypass().contains(family.prefix()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
