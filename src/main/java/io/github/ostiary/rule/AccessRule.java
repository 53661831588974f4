package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An {@code allow.NAME} or {@code block.NAME} of the configuration. Immutable.
 *
 * @param name the rule's name
 * @param blocks true to deny, false to waive rules
 * @param scope which calls
 * @param condition whom
 * @param shadow whether it only reports
 * @param waives the rules that callers it is about pass uncounted
 */
public record AccessRule(
        String name,
        boolean blocks,
        RequestMatcher scope,
        Predicate<CallContext> condition,
        boolean shadow,
        Set<RuleKind> waives) {

    /** Copies the set. */
    public AccessRule {
        waives = Set.copyOf(waives);
    }
}
