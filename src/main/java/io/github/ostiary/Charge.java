package io.github.ostiary;

/**
 * So many permits asked of one counter of one caller. Immutable.
 *
 * @param limit the counter's rules
 * @param identity who is charged: at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
 * @param permits how many, at least 1
 */
public record Charge(Limit limit, String identity, long permits) {

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
}
