package io.github.ostiary.config;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The changes by system properties, environment variables and operators. They reach global keys and keys of declared rules, and
 * declare none: orchestrators inject variables such as {@code OSTIARY_PORT}, which must not break a deployment.
 */
final class Overrides {

    private final Set<RuleName> rules;
    private final Map<String, Set<String>> keysByVariable = new HashMap<>();
    private final Set<String> unmatched = new TreeSet<>();

    /**
     * Learns what can be overridden.
     *
     * @param rules the declared rules
     * @param declared all declared keys, which name the plans
     */
    Overrides(Set<RuleName> rules, Set<String> declared) {
        this.rules = rules;
        for (String key : GlobalKeys.ALL.known().keySet()) {
            learn(key);
        }
        for (RuleName rule : rules) {
            for (String key : rule.kind().keys().known().keySet()) {
                learn(rule.prefix() + key);
            }
        }
        for (String key : declared) {
            if (isDeclaredRuleKey(key)) {
                learn(key);
            }
        }
    }

    /**
     * Lays the overrides over the declared settings: system properties over the environment.
     *
     * @param declared keys of file and init-params
     * @param inputs the two other sources
     * @param problems a variable that could mean several keys
     * @return declared keys first, in their order
     */
    Map<String, Setting> apply(Map<String, Setting> declared, ConfigSources inputs, Problems problems) {
        Map<String, Setting> merged = new LinkedHashMap<>(declared);
        for (String name : named(inputs.environment(), Setting.ENVIRONMENT_PREFIX)) {
            Set<String> keys = keysByVariable.getOrDefault(name, Set.of());
            if (keys.size() > 1) {
                problems.add("environment variable " + name + " could mean " + String.join(" or ", keys)
                        + "; use the system property " + Setting.SYSTEM_PREFIX + "KEY instead");
            } else if (keys.isEmpty()) {
                unmatched.add(name);
            } else {
                String key = keys.iterator().next();
                inputs.environment(key).ifPresent(setting -> merged.put(key, setting));
            }
        }
        for (String name : named(inputs.systemProperties(), Setting.SYSTEM_PREFIX)) {
            String key = name.substring(Setting.SYSTEM_PREFIX.length());
            if (GlobalKeys.ALL.find(key).isPresent() || isDeclaredRuleKey(key)) {
                inputs.systemProperty(key).ifPresent(setting -> merged.put(key, setting));
            } else {
                unmatched.add(name);
            }
        }
        merged.remove(GlobalKeys.CONFIG.name());
        for (Map.Entry<String, String> word : inputs.runTime().entrySet()) {
            if (RunTimeKeys.isGlobal(word.getKey()) || isDeclaredRuleKey(word.getKey())) {
                merged.put(word.getKey(), Setting.runTime(word.getValue()));
            }
        }
        return merged;
    }

    private static List<String> named(Map<String, String> source, String prefix) {
        Set<String> named = new TreeSet<>();
        for (String name : source.keySet()) {
            if (name.startsWith(prefix)) {
                named.add(name);
            }
        }
        return List.copyOf(named);
    }

    /** Names, never values, of what looked like an override and reached nothing; in alphabetical order. */
    List<String> unmatched(Placeholders placeholders) {
        Set<String> ignored = new TreeSet<>(unmatched);
        ignored.removeAll(placeholders.used());
        return List.copyOf(ignored);
    }

    private void learn(String key) {
        keysByVariable
                .computeIfAbsent(Setting.environmentName(key), variable -> new TreeSet<>())
                .add(key);
    }

    private boolean isDeclaredRuleKey(String key) {
        Optional<RuleKey> parsed = RuleKey.parse(key);
        return parsed.isPresent()
                && rules.contains(parsed.get().rule())
                && parsed.get().declared().isPresent();
    }
}
