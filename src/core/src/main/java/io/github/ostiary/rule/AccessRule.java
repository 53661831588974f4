package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An {@code allow.NAME} or {@code block.NAME} of the configuration. Immutable.
 *
 * @param basics what all rules have; a rule that allows is never a shadow
 * @param blocks true to deny, false to waive rules
 * @param condition which callers
 * @param waives the rules that callers it is about pass uncounted
 */
public record AccessRule(RuleBasics basics, boolean blocks, Predicate<CallContext> condition, Set<RuleKind> waives) {

    /** Copies the set. */
    public AccessRule {
        waives = Set.copyOf(waives);
    }

    /**
     * Its name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    public String name() {
        return basics.name();
    }

    /**
     * The first part of its keys in configuration.
     *
     * @return such as {@code block.crawlers}
     */
    public String full() {
        return (blocks ? "block." : "allow.") + name();
    }

    /**
     * Whether it only reports.
     *
     * @return true for {@code enforce=false}
     */
    public boolean shadow() {
        return basics.shadow();
    }
}
