package io.github.ostiary.rule;

import io.github.ostiary.operator.Explanation;
import java.util.Locale;

/** The kinds of rules that are counted, in the order in which answers name them. */
public enum RuleKind {
    /** Failures. */
    LOCKOUT(Explanation.RuleType.LOCKOUT, "lockouts"),
    /** Actions in a time. */
    LIMIT(Explanation.RuleType.LIMIT, "limiter"),
    /** Actions at a time. */
    CONCURRENCY(Explanation.RuleType.CONCURRENCY, "semaphores");

    private final Explanation.RuleType type;
    private final String asked;

    RuleKind(Explanation.RuleType type, String asked) {
        this.type = type;
        this.asked = asked;
    }

    /** The guard's method that answers for it. */
    String asked() {
        return asked;
    }

    /** The type that operators know it by. */
    public Explanation.RuleType type() {
        return type;
    }

    /**
     * The first part of its keys in configuration.
     *
     * @return such as {@code limit}
     */
    public String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }
}
