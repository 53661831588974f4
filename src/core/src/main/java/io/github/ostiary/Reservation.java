package io.github.ostiary;

/**
 * Permits taken before it is known what a call costs, or a denial. Settle it once. Thread-safe.
 *
 * <pre>{@code
 * try (Reservation reserved = limiter.reserve(key, 500)) {
 *     if (reserved.allowed()) {
 *         Answer answer = model.ask(question);
 *         reserved.settle(answer.tokens());
 *     }
 * }
 * }</pre>
 */
public interface Reservation extends AutoCloseable {

    /**
     * Whether the permits were there, so that the call may begin.
     *
     * @return false if it was denied: nothing is taken then, and nothing need be settled
     */
    default boolean allowed() {
        return decision().allowed();
    }

    /**
     * The decision.
     *
     * @return the same each time
     */
    Decision decision();

    /**
     * Settles it: what the call cost more is charged, even without room, as {@link RateLimiter#charge} does; what it did not cost is
     * given back as far as it still counts. Of a window of the calendar both are so only until that window ends: what was reserved in
     * October and is settled in November changes nothing of November. A bucket may give back less, never more, than
     * had the cost been known at once. Only the first settlement counts, here and in Redis, however often it is sent; none counts
     * a day after the permits were taken. If Redis does not answer, it hears of it as soon as it does, while this node runs.
     *
     * @param actual what it came to, 0 to 1,000,000,000
     * @throws IllegalArgumentException if it is out of bounds
     */
    void settle(long actual);

    /** Ends the reservation. A call that was not settled before costs what was reserved. */
    @Override
    void close();
}
