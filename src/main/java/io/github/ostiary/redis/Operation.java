package io.github.ostiary.redis;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What {@code decide.lua} can be asked to do. */
enum Operation {
    /** Check all, then commit all. */
    DECIDE,
    /** As {@link #DECIDE}, but never admit: refused elsewhere, only attempts are counted. */
    REFUSE,
    /** Say how things stand. */
    PEEK,
    /** Give permits back. */
    CREDIT,
    /** Forget. */
    RESET;

    private final byte[] wire = name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);

    byte[] wire() {
        return wire;
    }
}
