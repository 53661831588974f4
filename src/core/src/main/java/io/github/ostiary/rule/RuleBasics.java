package io.github.ostiary.rule;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The part that rules of all kinds have. Immutable, but for its counts.
 *
 * @param name the rule's, {@code [a-z][a-z0-9-]{0,39}}
 * @param matcher which calls; without paths for beans and Java code only
 * @param shadow whether it only reports
 * @param status of a denial, 400 to 599, if the rule states it
 * @param description what operators read about it, at most 200 characters, if the rule states it
 * @param counts of what it has done
 */
public record RuleBasics(
        String name,
        RequestMatcher matcher,
        boolean shadow,
        OptionalInt status,
        Optional<String> description,
        RuleCounts counts) {

    /** The basics of a rule whose statistics are not read. */
    public RuleBasics(
            String name, RequestMatcher matcher, boolean shadow, OptionalInt status, Optional<String> description) {
        this(name, matcher, shadow, status, description, new RuleCounts(name));
    }
}
