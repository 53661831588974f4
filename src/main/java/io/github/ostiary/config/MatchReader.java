package io.github.ostiary.config;

import io.github.ostiary.edge.Position;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads {@code path methods when position}, which all rules share. */
final class MatchReader {

    private MatchReader() {}

    /**
     * Reads them.
     *
     * @param rule the rule's keys
     * @param defaultPath the path of a rule that states none
     */
    static Match read(Section rule, List<String> defaultPath) {
        return read(rule, defaultPath, Set.of());
    }

    /**
     * Reads them.
     *
     * @param rule the rule's keys
     * @param defaultPath the path of a rule that states none
     * @param defaultMethods of a rule with a path that states none
     */
    static Match read(Section rule, List<String> defaultPath, Set<String> defaultMethods) {
        if (defaultPath.isEmpty() && !rule.states("path")) {
            String message = "it means nothing without a path; add " + rule.full("path") + "=/* or remove it";
            rule.reject("methods", message);
            rule.reject("position", message);
        }
        List<String> path = rule.list("path");
        return new Match(
                path.isEmpty() ? defaultPath : path,
                rule.read("methods", MatchReader::methods).orElse(rule.states("path") ? defaultMethods : Set.of()),
                rule.text("when"),
                rule.choice("position", Position.class, Position.FIRST));
    }

    private static Set<String> methods(String text) {
        Set<String> methods = new LinkedHashSet<>();
        for (String method : Values.list(text)) {
            if (!method.matches("[A-Za-z][A-Za-z-]*")) {
                throw new IllegalArgumentException(
                        "'" + method + "' is not a request method; write a list, such as POST, PUT");
            }
            methods.add(method.toUpperCase(Locale.ROOT));
        }
        return methods;
    }
}
