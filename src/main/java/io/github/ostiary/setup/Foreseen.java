package io.github.ostiary.setup;

import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.RuleLedger;
import java.util.ArrayList;
import java.util.List;

/**
 * The facts of a configuration that a platform needs before a guard is made of it, to declare beans. Problems are left to the
 * making. Immutable.
 *
 * @param limits the names of its limits
 * @param lockouts the names of its lockouts
 * @param concurrency the names of its concurrency rules
 * @param choosesStore whether it says where counters live
 * @hidden
 */
public record Foreseen(List<String> limits, List<String> lockouts, List<String> concurrency, boolean choosesStore) {

    /**
     * Reads a configuration, and opens nothing.
     *
     * @param application where to read it from
     * @return what could be read
     */
    public static Foreseen of(WebApplication application) {
        ConfigSources sources = WebGuard.sources(application);
        GuardConfig config = ConfigReader.read(sources, ClassLookup.NONE, new RuleLedger(), Problems.ofRepeated());
        return new Foreseen(
                names(config, RuleKind.LIMIT),
                names(config, RuleKind.LOCKOUT),
                names(config, RuleKind.CONCURRENCY),
                config.global().find(GlobalKeys.REDIS_URI).isPresent()
                        || config.global().find(GlobalKeys.STORE).isPresent());
    }

    private static List<String> names(GuardConfig config, RuleKind kind) {
        List<String> names = new ArrayList<>();
        config.rules().stream().filter(rule -> rule.kind() == kind).forEach(rule -> names.add(rule.name()));
        return names;
    }
}
