package io.github.ostiary;

/**
 * So many permits asked of one counter of one caller. Immutable.
 *
 * @param limit the counter's rules
 * @param identity who is charged: at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
 * @param permits how many, at least 1
 * @param waitMicros how far ahead a slot may lie, µs; 0 for none but an immediate one. Buckets only
 */
public record Charge(Limit limit, String identity, long permits, long waitMicros) implements Claim {

    /**
     * Checks the permits.
     *
     * @throws IllegalArgumentException if fewer than one permit is asked for
     */
    public Charge {
        if (permits < 1) {
            throw new IllegalArgumentException("permits must be at least 1, not " + permits);
        }
    }

    /**
     * Permits asked for at once.
     *
     * @param limit the counter's rules
     * @param identity who is charged
     * @param permits how many, at least 1
     * @throws IllegalArgumentException if fewer than one permit is asked for
     */
    public Charge(Limit limit, String identity, long permits) {
        this(limit, identity, permits, 0);
    }

    @Override
    public String rule() {
        return limit.rule();
    }

    @Override
    public char letter() {
        return limit.algorithm().letter();
    }

    @Override
    public String counter() {
        return limit.counter();
    }

    @Override
    public boolean shadow() {
        return limit.shadow();
    }

    @Override
    public long idleMicros() {
        return limit.idleMicros();
    }
}
