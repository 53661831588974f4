package io.github.ostiary.engine;

import java.util.Locale;

/** The kinds of rules that are counted, in the order they are told of. */
public enum Family {
    /** Failures. */
    LOCKOUT,
    /** Actions in a time. */
    LIMIT,
    /** Actions at a time. */
    CONCURRENCY;

    /**
     * The first part of its keys in configuration.
     *
     * @return such as {@code limit}
     */
    public String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }
}
