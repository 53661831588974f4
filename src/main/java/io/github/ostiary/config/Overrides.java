package io.github.ostiary.config;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        Schema.GLOBAL.forEach(this::learn);
        rules.forEach(rule -> rule.kind().keys().forEach(key -> learn(rule.prefix() + key)));
        declared.stream().filter(this::isDeclaredRuleKey).forEach(this::learn);
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
        named(inputs.environment(), Setting.ENVIRONMENT_PREFIX).forEach(name -> {
            Set<String> keys = keysByVariable.getOrDefault(name, Set.of());
            if (keys.size() > 1) {
                problems.add("environment variable " + name + " could mean " + String.join(" or ", keys)
                        + "; use the system property " + Setting.SYSTEM_PREFIX + "KEY instead");
            } else {
                override(merged, name, keys, key -> Setting.environment(inputs, key));
            }
        });
        named(inputs.systemProperties(), Setting.SYSTEM_PREFIX).forEach(name -> {
            String key = name.substring(Setting.SYSTEM_PREFIX.length());
            boolean reaches = Schema.GLOBAL.contains(key) || isDeclaredRuleKey(key);
            override(
                    merged, name, reaches ? Set.of(key) : Set.of(), reached -> Setting.systemProperty(inputs, reached));
        });
        merged.remove("config");
        inputs.runTime().forEach((key, value) -> {
            if (RunTimeKeys.isGlobal(key) || isDeclaredRuleKey(key)) {
                merged.put(key, Setting.runTime(value));
            }
        });
        return merged;
    }

    private void override(
            Map<String, Setting> merged, String name, Set<String> keys, Function<String, Optional<Setting>> source) {
        if (keys.isEmpty()) {
            unmatched.add(name);
        }
        keys.forEach(key -> source.apply(key).ifPresent(setting -> merged.put(key, setting)));
    }

    private static Set<String> named(Map<String, String> source, String prefix) {
        return source.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Names, never values, of what looked like an override and reached nothing; in alphabetical order. */
    List<String> unmatched(Placeholders placeholders) {
        return unmatched.stream()
                .filter(name -> !placeholders.used().contains(name))
                .toList();
    }

    private void learn(String key) {
        keysByVariable
                .computeIfAbsent(Setting.environmentName(key), variable -> new TreeSet<>())
                .add(key);
    }

    private boolean isDeclaredRuleKey(String key) {
        return RuleKey.parse(key)
                .filter(parsed -> rules.contains(parsed.rule()) && parsed.isKnown())
                .isPresent();
    }
}
