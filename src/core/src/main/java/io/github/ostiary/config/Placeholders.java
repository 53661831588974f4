package io.github.ostiary.config;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>${env:NAME}</code>, <code>${sys:name}</code> and <code>${env:NAME:default}</code> by what they name;
 * <code>$${</code> stands for <code>${</code>. What is put in is not looked through again. Not thread-safe.
 */
final class Placeholders {

    private static final Pattern TOKEN =
            Pattern.compile("\\$\\$\\{|\\$\\{(env|sys):([^:{}\\s]+)(?::([^{}]*))?\\}|\\$\\{[^}]*\\}?");

    private final Map<String, String> environment;
    private final Map<String, String> systemProperties;
    private final Set<String> used = new TreeSet<>();

    Placeholders(Map<String, String> environment, Map<String, String> systemProperties) {
        this.environment = environment;
        this.systemProperties = systemProperties;
    }

    /**
     * Expands a value.
     *
     * @param key whose value it is, for messages
     * @param value as written
     * @param problems one for each placeholder that is malformed or names nothing
     * @return empty if there was a problem
     */
    Optional<String> expand(String key, String value, Problems problems) {
        StringBuilder expanded = new StringBuilder();
        boolean whole = true;
        int done = 0;
        Matcher token = TOKEN.matcher(value);
        while (token.find()) {
            expanded.append(value, done, token.start());
            Optional<String> replacement = replacement(token, key, problems);
            whole &= replacement.isPresent();
            expanded.append(replacement.orElse(""));
            done = token.end();
        }
        return whole ? Optional.of(expanded.append(value, done, value.length()).toString()) : Optional.empty();
    }

    /** Names of the variables and properties that values referred to so far. */
    Set<String> used() {
        return used;
    }

    private Optional<String> replacement(MatchResult token, String key, Problems problems) {
        if (token.group().equals("$${")) {
            return Optional.of("${");
        }
        @Nullable String kind = token.group(1);
        @Nullable String name = token.group(2);
        if (kind == null || name == null) {
            String shown = Secrets.hides(key) ? "a text that starts with ${" : "'" + token.group() + "'";
            problems.addKey(
                    key,
                    shown + " is not a placeholder; write ${env:NAME}, ${sys:name} or ${env:NAME:default},"
                            + " and $${ for a plain ${");
            return Optional.empty();
        }
        used.add(name);
        @Nullable String found = (kind.equals("env") ? environment : systemProperties).get(name);
        @Nullable String value = found == null ? token.group(3) : found;
        if (value == null) {
            String placeholder = "${" + kind + ":" + name;
            problems.addKey(key, placeholder + "} is not set; set it or write a default, " + placeholder + ":default}");
        }
        return Optional.ofNullable(value);
    }
}
