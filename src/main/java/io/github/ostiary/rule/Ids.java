package io.github.ostiary.rule;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Names for what is held: unique over all nodes. Thread-safe. */
public final class Ids {

    private final String node = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
    private final AtomicLong numbers = new AtomicLong();

    String next() {
        return node + "." + Long.toString(numbers.getAndIncrement(), Character.MAX_RADIX);
    }
}
