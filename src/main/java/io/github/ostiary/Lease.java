package io.github.ostiary;

/**
 * A permit held, or a denial. A permit returns when the lease is closed, else at the end of its lease: longer work
 * renews it. Thread-safe.
 */
public interface Lease extends AutoCloseable {

    /**
     * Whether the permit was granted.
     *
     * @return true even after it has ended
     */
    default boolean granted() {
        return decision().allowed();
    }

    /**
     * The decision.
     *
     * @return the same each time
     */
    Decision decision();

    /**
     * Begins the lease anew. If the store has lost it before its end, with all its data, it is taken again where there is
     * room; holders that came and left in between are not noticed.
     *
     * @return false if it has ended, was closed or never granted, others have all permits, or the store cannot say: then
     *     another caller may hold the permit
     */
    boolean renew();

    /** Returns the permit; idempotent. A lease that has ended frees no other permit. */
    @Override
    void close();
}
