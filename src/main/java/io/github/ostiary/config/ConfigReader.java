package io.github.ostiary.config;

import io.github.ostiary.text.Durations;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * From the sources to typed records: {@code file → init-params → environment → system properties → placeholders →
 * records}. Finds all problems in one pass.
 */
public final class ConfigReader {

    private static final Logger LOG = System.getLogger(ConfigReader.class.getName());

    private ConfigReader() {}

    /**
     * Reads a configuration.
     *
     * @throws io.github.ostiary.ConfigurationException with all problems
     */
    public static GuardConfig read(ConfigSources inputs) {
        Problems problems = new Problems();
        GuardConfig config = read(inputs, problems);
        if (!problems.isEmpty()) {
            throw problems.toException();
        }
        return config;
    }

    /**
     * Reads a configuration whose caller looks for further problems in what is not parsed here.
     *
     * @param problems grows
     * @return to be used only if there are no problems: else defaults stand in for what is wrong
     */
    public static GuardConfig read(ConfigSources inputs, Problems problems) {
        Placeholders placeholders = new Placeholders(inputs.environment(), inputs.systemProperties());
        Map<String, Setting> declared = declared(ConfigFile.load(inputs, placeholders, problems), inputs);
        Set<RuleName> rules = Schema.declaredRules(declared.keySet(), problems);
        Overrides overrides = new Overrides(rules, declared.keySet());
        Settings settings = new Settings(overrides.apply(declared, inputs, problems), placeholders, problems);
        List<String> unmatched = overrides.unmatched(placeholders);
        if (!unmatched.isEmpty()) {
            LOG.log(Level.INFO, "These set no key of Ostiary and are ignored: {0}", String.join(", ", unmatched));
        }
        return config(settings, rules, inputs.scope(), unmatched);
    }

    /**
     * Reads a rule that an annotation states in place, with the keys, overrides and messages of the file.
     *
     * @param inputs environment and system properties may override what the annotation says
     * @param global what the rule inherits
     * @param name the rule's
     * @param keys such as {@code rate} and {@code key}, without {@code limit.NAME.}
     * @param problems grows
     * @return to be used only if there are no problems
     */
    public static LimitConfig readRule(
            ConfigSources inputs, GlobalConfig global, String name, Map<String, String> keys, Problems problems) {
        RuleName rule = new RuleName(RuleVocabulary.LIMIT, name);
        Map<String, Setting> declared = new LinkedHashMap<>();
        keys.forEach((key, value) -> declared.put(rule.prefix() + key, new Setting(value, "")));
        Set<RuleName> rules = Schema.declaredRules(declared.keySet(), problems);
        Placeholders placeholders = new Placeholders(inputs.environment(), inputs.systemProperties());
        Map<String, Setting> merged = new Overrides(rules, declared.keySet()).apply(declared, inputs, problems);
        merged.keySet().removeIf(key -> !key.startsWith(rule.prefix()));
        Settings settings = new Settings(merged, placeholders, problems);
        return LimitReader.read(name, settings.section(rule.prefix()), global);
    }

    private static Map<String, Setting> declared(Map<String, String> file, ConfigSources inputs) {
        Map<String, Setting> declared = new LinkedHashMap<>();
        file.forEach((key, value) -> declared.put(key, new Setting(value, "")));
        new TreeMap<>(inputs.properties()).forEach((key, value) -> declared.put(key, new Setting(value, "")));
        return declared;
    }

    private static GuardConfig config(Settings settings, Set<RuleName> rules, String scope, List<String> unmatched) {
        GlobalConfig global = GlobalReader.read(settings.section(""), scope);
        List<LimitConfig> limits = new ArrayList<>();
        List<ConcurrencyConfig> concurrency = new ArrayList<>();
        List<LockoutConfig> lockouts = new ArrayList<>();
        List<AccessConfig> access = new ArrayList<>();
        for (RuleName rule : rules) {
            Section section = settings.section(rule.prefix());
            String name = rule.name();
            switch (rule.kind()) {
                case LIMIT -> limits.add(LimitReader.read(name, section, global));
                case CONCURRENCY -> concurrency.add(ConcurrencyReader.read(name, section, global));
                case LOCKOUT -> lockouts.add(LockoutReader.read(name, section, global));
                case ALLOW -> access.add(AccessReader.read(AccessConfig.AccessKind.ALLOW, name, section, global));
                case BLOCK -> access.add(AccessReader.read(AccessConfig.AccessKind.BLOCK, name, section, global));
            }
            namesake(rule, rules, settings)
                    .ifPresent(other -> section.problem(
                            other + " has the same name, and a refusal tells only the name; rename one of them"));
        }
        checkWaits(limits, lockouts, settings);
        return new GuardConfig(global, limits, concurrency, lockouts, access, unmatched);
    }

    /** An attempt is reserved while its request waits for a slot of a limit on the same path, whichever that is. */
    private static void checkWaits(List<LimitConfig> limits, List<LockoutConfig> lockouts, Settings settings) {
        for (LimitConfig limit : limits) {
            lockouts.stream()
                    .filter(lockout -> limit.maxWait().compareTo(lockout.settle()) >= 0)
                    .findFirst()
                    .ifPresent(lockout -> settings.section("limit." + limit.name() + ".")
                            .reject(
                                    "wait",
                                    "it must be shorter than lockout." + lockout.name() + ".settle="
                                            + Durations.format(lockout.settle())
                                            + ", or an attempt that waits for its slot would count as failed before it"
                                            + " began"));
        }
    }

    /**
     * The first rule of another kind, before this one's, that cannot be told from it: a block's denials look like a
     * lockout's, and two statuses of one name like one. Else rules of one name are one bundle, that beans ask by it.
     */
    private static Optional<RuleName> namesake(RuleName rule, Set<RuleName> rules, Settings settings) {
        return Arrays.stream(RuleVocabulary.values())
                .filter(kind -> rule.kind().denies() && kind.denies() && kind.compareTo(rule.kind()) < 0)
                .map(kind -> new RuleName(kind, rule.name()))
                .filter(rules::contains)
                .filter(other -> rule.kind() == RuleVocabulary.BLOCK
                        || (settings.states(rule.prefix() + "status") && settings.states(other.prefix() + "status")))
                .findFirst();
    }
}
