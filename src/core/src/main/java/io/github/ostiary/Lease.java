package io.github.ostiary;

/**
 * A permit held, or a denial. A permit returns when the lease is closed. Until then the guard renews it, however long that is; of a
 * lease that nobody has any more, or whose node has died, it ends by itself after the rule's {@code lease}. So keep it for as
 * long as the work goes on, as in a field of the connection it is for. Thread-safe.
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
     * Begins the lease anew, which the guard does by itself in time: this tells whether the permit is held still. If the store has lost it before its end, with all its data, it is taken again where there is
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
