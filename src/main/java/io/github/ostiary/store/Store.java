package io.github.ostiary.store;

import java.util.List;
import java.util.Set;

/**
 * Where counters live. Every implementation passes one contract suite; all are thread-safe.
 *
 * <p>Time: a decision reads its clock once. If that clock is behind a counter's newest entry by at most one second, the
 * counter's time stands still at that entry; if by more, the counter's clock goes on from there by a stored offset, until
 * the store's clock has caught up. Either way a step back, undone or not, neither mints nor burns permits.
 */
public interface Store extends AutoCloseable {

    /** The name of the only server of a store that is not divided. */
    String UNDIVIDED = "";

    /**
     * Does one thing with all claims, in one round trip.
     *
     * @param operation what
     * @param claims at least one, of the kinds the operation is for; no two for the same counter and identity, bar
     *     {@code KEEP}
     * @return one verdict per claim, in their order; none for {@code RESET} and {@code CREDIT}. Of an entry renewed
     *     or settled {@code passed} tells whether it was still held; of a reservation settled, whether one more attempt
     *     would pass
     * @throws StoreException if the store cannot say; it may then have been done or not
     */
    List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException;

    /**
     * Decides all claims together: if every enforced one passes, all passing ones are committed; else none is, bar those
     * that count denied attempts.
     *
     * @param claims at least one; no two for the same counter and identity
     * @return one verdict per claim, in their order
     * @throws StoreException if the store cannot say; the claims may then have been committed or not
     */
    default List<Verdict> decide(List<? extends Claim> claims) throws StoreException {
        return ask(Operation.DECIDE, claims);
    }

    /**
     * Says what {@link #decide} would, and commits nothing.
     *
     * @param claims at least one; no two for the same counter and identity
     * @return one verdict per claim, as if it stood alone
     * @throws StoreException if the store cannot say
     */
    default List<Verdict> peek(List<? extends Claim> claims) throws StoreException {
        return ask(Operation.PEEK, claims);
    }

    /**
     * Commits all charges whether there is room or not; a counter goes at most one whole limit below zero, a sliding log
     * to at most 1,000,000 used permits, and what is beyond is forgotten: all of it where slots are handed out further
     * ahead than that.
     *
     * @param charges at least one; no two for the same counter and identity
     * @return what {@link #peek} says of one more permit, per charge
     * @throws StoreException if the store cannot say; the charges may then have been committed or not
     */
    default List<Verdict> charge(List<Charge> charges) throws StoreException {
        return ask(Operation.CHARGE, charges);
    }

    /**
     * Forgets the counters the claims name, as if they had never been used.
     *
     * @param claims at least one
     * @throws StoreException if the store cannot say whether it did
     */
    default void reset(List<? extends Claim> claims) throws StoreException {
        ask(Operation.RESET, claims);
    }

    /**
     * Gives the permits of the charges back, oldest first; what was never taken is not given. Slots that were handed out
     * stay where they are: only those handed out later lie nearer.
     *
     * @param charges at least one
     * @throws StoreException if the store cannot say whether it did
     */
    default void credit(List<Charge> charges) throws StoreException {
        ask(Operation.CREDIT, charges);
    }

    /**
     * The locks, for administrators.
     *
     * @return of this store
     * @throws StoreException if it was not reached yet
     */
    LockBook locks() throws StoreException;

    /**
     * What tells this store's data from what it holds after it lost them.
     *
     * @return the same text for as long as nothing was lost; empty if nothing can be, without the whole store
     * @throws StoreException if the store cannot say
     */
    default String epoch() throws StoreException {
        return "";
    }

    /**
     * Whether the store answers at all; asked in the background while it is thought to be down.
     *
     * @throws StoreException if it does not
     */
    void ping() throws StoreException;

    /**
     * The servers among which identities are divided. They fail, and lose their data, apart from each other; which there
     * are, and who has which identity, may change at any time.
     *
     * @return their names, such as {@code 10.0.0.1:6379}; of a store that is not divided, {@link #UNDIVIDED} alone
     */
    default Set<String> primaries() {
        return Set.of(UNDIVIDED);
    }

    /**
     * Which server has an identity's counters. Cheap: asked before every call.
     *
     * @param identity of a claim
     * @return one of {@link #primaries}, as far as is known
     */
    default String primaryOf(String identity) {
        return UNDIVIDED;
    }

    /**
     * As {@link #epoch()}, of one server's data.
     *
     * @param primary one of {@link #primaries}
     * @return the same text for as long as that server has lost nothing
     * @throws StoreException if it cannot say
     */
    default String epoch(String primary) throws StoreException {
        return epoch();
    }

    /**
     * As {@link #ping()}, of one server.
     *
     * @param primary one of {@link #primaries}
     * @throws StoreException if it does not answer, or is none of them any more
     */
    default void ping(String primary) throws StoreException {
        ping();
    }

    /** Releases threads and connections; idempotent. */
    @Override
    void close();
}
