package io.github.ostiary;

import java.util.List;

/**
 * Where counters live. Every implementation passes one contract suite; all are thread-safe.
 *
 * <p>Time: a decision reads its clock once. If that clock is behind a counter's newest entry by at most one second, the
 * counter's time stands still at that entry; if by more, the counter's clock goes on from there by a stored offset.
 * Either way a step back neither mints nor burns permits.
 */
public interface Store extends AutoCloseable {

    /**
     * Decides all charges together: if every enforced charge passes, all passing charges are committed; else none is,
     * bar those whose limit counts denied attempts.
     *
     * @param charges at least one; no two for the same counter and identity
     * @return one verdict per charge, in their order
     * @throws StoreException if the store cannot say; the charges may then have been committed or not
     */
    List<Verdict> decide(List<Charge> charges) throws StoreException;

    /**
     * Says what {@link #decide} would, and commits nothing.
     *
     * @param charges at least one; no two for the same counter and identity
     * @return one verdict per charge, as if it stood alone
     * @throws StoreException if the store cannot say
     */
    List<Verdict> peek(List<Charge> charges) throws StoreException;

    /**
     * Commits all charges whether there is room or not; a counter goes at most one whole limit below zero, a sliding log
     * to at most 1,000,000 used permits, and what is beyond is forgotten.
     *
     * @param charges at least one; no two for the same counter and identity
     * @return what {@link #peek} says of one more permit, per charge
     * @throws StoreException if the store cannot say; the charges may then have been committed or not
     */
    List<Verdict> charge(List<Charge> charges) throws StoreException;

    /**
     * Forgets the counters the charges name, as if they had never been used.
     *
     * @param charges at least one
     * @throws StoreException if the store cannot say whether it did
     */
    void reset(List<Charge> charges) throws StoreException;

    /**
     * Gives the permits of the charges back, oldest first; what was never taken is not given.
     *
     * @param charges at least one
     * @throws StoreException if the store cannot say whether it did
     */
    void credit(List<Charge> charges) throws StoreException;

    /**
     * Whether the store answers at all; asked in the background while it is thought to be down.
     *
     * @throws StoreException if it does not
     */
    void ping() throws StoreException;

    /** Releases threads and connections; idempotent. */
    @Override
    void close();
}
