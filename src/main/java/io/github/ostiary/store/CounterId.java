package io.github.ostiary.store;

import java.security.SecureRandom;

/**
 * Names one counter: of which rule, which of its counters, of what kind, for whom. Identities are what callers make them:
 * {@link String#hashCode} would let them choose where they collide, so theirs is keyed by figures drawn at each start.
 */
public record CounterId(String rule, String counter, char letter, String identity) {

    private static final SecureRandom SECRET = new SecureRandom();
    private static final long START = SECRET.nextLong();
    private static final long FACTOR = SECRET.nextLong() | 1;

    private static long spread(String identity) {
        long mixed = START;
        for (int i = 0; i < identity.length(); i++) {
            mixed = (mixed + identity.charAt(i) + 1) * FACTOR;
            mixed ^= mixed >>> 32;
        }
        return mixed * FACTOR;
    }

    @Override
    public int hashCode() {
        return (int) (spread(identity) >>> 32) ^ (31 * (31 * rule.hashCode() + counter.hashCode()) + letter);
    }

    public static CounterId of(Claim claim) {
        return claim.counterId();
    }

    public static CounterId of(Limit limit, String identity) {
        return new CounterId(
                limit.id().rule(), limit.id().counter(), limit.algorithm().letter(), identity);
    }

    /** The counter this one shares when the table is full of live ones: one of so many per rule and counter. */
    public CounterId overflow(int slots) {
        return new CounterId(rule, counter, letter, "overflow-" + (spread(identity) >>> 33) % slots);
    }
}
