package io.github.ostiary.store;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The names of what this node holds in a store: attempts, leases, permits ahead. Thread-safe. */
public final class HeldId {

    private static final String NODE = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
    private static final AtomicLong NAMED = new AtomicLong();

    private HeldId() {}

    /**
     * Another name.
     *
     * @return unique over all nodes; {@code [a-z0-9.]}
     */
    public static String next() {
        return NODE + "." + Long.toString(NAMED.getAndIncrement(), Character.MAX_RADIX);
    }
}
