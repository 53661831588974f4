package io.github.ostiary.rule;

import io.github.ostiary.operator.Explanation;
import java.util.Locale;

/** The kinds of rules that are counted, in the order in which answers name them. */
public enum RuleKind {
    /** Failures. */
    LOCKOUT,
    /** Actions in a time. */
    LIMIT,
    /** Actions at a time. */
    CONCURRENCY;

    /** The guard's method that answers for it. */
    String asked() {
        return switch (this) {
            case LOCKOUT -> "lockouts";
            case LIMIT -> "limiter";
            case CONCURRENCY -> "semaphores";
        };
    }

    /** What operators know it by. */
    public Explanation.RuleType type() {
        return switch (this) {
            case LOCKOUT -> Explanation.RuleType.LOCKOUT;
            case LIMIT -> Explanation.RuleType.LIMIT;
            case CONCURRENCY -> Explanation.RuleType.CONCURRENCY;
        };
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
