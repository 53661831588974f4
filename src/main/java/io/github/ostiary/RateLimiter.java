package io.github.ostiary;

/**
 * One rule's limits, asked from Java. Thread-safe. Shares its counters with the filter, with annotated beans and, with
 * Redis, with every node.
 *
 * <p>No method waits for a permit; each makes at most one store call within {@code redis.timeout}. If the store does
 * not answer, the rule's {@code onStoreFailure} decides and {@link Decision#degraded()} is true.
 */
public interface RateLimiter {

    /**
     * The rule's name.
     *
     * @return as in configuration
     */
    String rule();

    /**
     * Asks for one permit. A refused attempt spends nothing, unless the rule says {@code countDenied}.
     *
     * @param key who
     * @return the decision
     */
    default Decision tryAcquire(Key key) {
        return tryAcquire(key, 1);
    }

    /**
     * Asks for several permits, all or none.
     *
     * @param key who
     * @param permits 1 to 1,000,000; more than the limit is refused as {@link Decision#permanent()}
     * @return the decision
     * @throws IllegalArgumentException if permits is out of bounds
     */
    Decision tryAcquire(Key key, long permits);

    /**
     * Says what {@link #tryAcquire(Key)} would, and spends nothing.
     *
     * @param key who
     * @return the decision; its {@code remaining} is what is left now
     */
    Decision peek(Key key);

    /**
     * Forgets what the key has used; every node lets it in within 1 s.
     *
     * @param key who
     * @throws IllegalStateException if the store does not answer; it may have been reset or not
     */
    void reset(Key key);

    /**
     * Gives permits back, oldest first; what was never taken is not given.
     *
     * @param key who
     * @param permits 1 to 1,000,000
     * @throws IllegalArgumentException if permits is out of bounds
     * @throws IllegalStateException if the store does not answer; they may have been given back or not
     */
    void credit(Key key, long permits);
}
