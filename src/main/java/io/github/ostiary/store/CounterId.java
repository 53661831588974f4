package io.github.ostiary.store;

import java.security.SecureRandom;

/**
 * Names one counter in this JVM. Identities are what callers make them: {@link String#hashCode} would let them choose where
 * they collide, so theirs is keyed by figures drawn at each start.
 *
 * @param rule of which rule
 * @param counter which of its counters
 * @param kind of what kind: {@link #RATE}, or a claim's letter where that is no algorithm's. A rule has one algorithm
 * @param identity the caller it counts
 */
public record CounterId(String rule, String counter, char kind, String identity) {

    /** The kind of what a {@link Charge} is asked of. */
    public static final char RATE = 'R';

    private static final SecureRandom SECRET = new SecureRandom();
    private static final long START = SECRET.nextLong();
    private static final long FIRST = SECRET.nextLong() | 1;
    private static final long SECOND = SECRET.nextLong() | 1;

    /**
     * Four characters at a time, each four folded by one wide product, as wyhash does (Wang Yi, 2019): one character at a
     * time takes four times as long, and every decision hashes.
     */
    private static long spread(String identity) {
        int length = identity.length();
        long mixed = START ^ length;
        int i = 0;
        for (; i <= length - 4; i += 4) {
            long four = identity.charAt(i)
                    | (long) identity.charAt(i + 1) << 16
                    | (long) identity.charAt(i + 2) << 32
                    | (long) identity.charAt(i + 3) << 48;
            mixed = fold(mixed ^ FIRST, four ^ SECOND);
        }
        for (; i < length; i++) {
            mixed = fold(mixed ^ FIRST, identity.charAt(i) ^ SECOND);
        }
        return mixed * FIRST;
    }

    private static long fold(long a, long b) {
        return Math.multiplyHigh(a, b) ^ (a * b);
    }

    /** By hand: what the JDK makes for records is slow as long as it is cold, and every decision asks. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CounterId id
                && kind == id.kind
                && identity.equals(id.identity)
                && counter.equals(id.counter)
                && rule.equals(id.rule);
    }

    @Override
    public int hashCode() {
        return (int) (spread(identity) >>> 32) ^ (31 * (31 * rule.hashCode() + counter.hashCode()) + kind);
    }

    /** The counter of a limit. */
    public CounterId(Limit limit, String identity) {
        this(limit.id().rule(), limit.id().counter(), RATE, identity);
    }

    /** The counter this one shares when the table is full of live ones: one of so many per rule and counter. */
    public CounterId overflow(int slots) {
        return new CounterId(rule, counter, kind, "overflow-" + (spread(identity) >>> 33) % slots);
    }
}
