package io.github.ostiary.operator;

import java.util.List;
import java.util.Locale;

/**
 * The events that are counted for a lockout. One that is added here is counted, shown by the console and written to the log;
 * the compiler asks for its metric, and a test for its place in {@code openapi.json}.
 */
public enum LockoutEvent {
    /** A lock or delay began. */
    LOCKED("lock", " begun"),
    /** A challenge is required from now on. */
    CHALLENGED("challenge", " begun"),
    /** A block began. */
    BLOCKED("block", " begun"),
    /** An operator unlocked a key. */
    UNLOCKED("unlock", " by hand");

    /** All of them, without a copy for each call. */
    public static final List<LockoutEvent> ALL = List.of(values());

    private final String noun;
    private final String rest;

    LockoutEvent(String noun, String rest) {
        this.noun = noun;
        this.rest = rest;
    }

    /**
     * The value of the tag {@code kind}.
     *
     * @return such as {@code lock}
     */
    public String noun() {
        return noun;
    }

    /**
     * The name for programs.
     *
     * @return such as {@code locked}
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the words behind a number.
     *
     * @param count how many there were
     * @return such as {@code locks begun}
     */
    public String counted(long count) {
        return noun + (count == 1 ? "" : "s") + rest;
    }
}
