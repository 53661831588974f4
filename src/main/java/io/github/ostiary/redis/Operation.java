package io.github.ostiary.redis;

import java.util.Locale;

/** What {@code decide.lua} can be asked to do. */
enum Operation {
    /** Check all, then commit all. */
    DECIDE,
    /** As {@link #DECIDE}, but never admit: refused elsewhere, only attempts are counted. */
    REFUSE,
    /** Say how things stand. */
    PEEK,
    /** Commit, room or not. */
    CHARGE,
    /** Give permits back. */
    CREDIT,
    /** Forget. */
    RESET;

    /** Its name in the script. */
    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
