package io.github.ostiary.config;

import io.github.ostiary.edge.Position;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which requests a rule is about. Immutable.
 *
 * @param path patterns, not parsed, those with {@code !} among them; empty for a rule of beans and Java code only
 * @param methods in upper case; empty for all
 * @param when conditions, not parsed; may hold a secret, so its text form is not shown
 * @param position where in the filter chain the rule is decided
 */
public record Match(List<String> path, Set<String> methods, Optional<String> when, Position position) {

    /** Copies the collections. */
    public Match {
        path = List.copyOf(path);
        methods = Set.copyOf(methods);
    }

    @Override
    public String toString() {
        return "Match[path=" + path + ", methods=" + methods + ", position=" + position + "]";
    }
}
