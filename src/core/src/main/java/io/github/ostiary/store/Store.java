package io.github.ostiary.store;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The place where counters live. Every implementation passes one contract suite; all are thread-safe.
 *
 * <p>Time: a decision reads its clock once. If that clock is behind a counter's newest entry by at most one second, the
 * counter's time stands still at that entry; if by more, the counter's clock goes on from there by a stored offset, until
 * the store's clock has caught up. Either way a step back, undone or not, neither mints nor burns permits.
 */
public interface Store extends AutoCloseable {

    /** The name of the only server of a store that is not divided. */
    String UNDIVIDED = "";

    /** A listener to the outcomes of calls to a store's servers, by any thread; quick, and never fails. */
    interface Observer {

        /**
         * A server has answered a caller.
         *
         * @param primary one of {@link Store#primaries}
         * @param begun when the server was asked, which is later than when the caller began to wait for its turn, µs
         * @param ended when it had answered, µs
         */
        void answered(String primary, long begun, long ended);

        /**
         * A server has failed a call. Its callers get the same failure, unless they have given up by now.
         *
         * @param primary one of {@link Store#primaries}
         * @param failure that is evidence, or not
         */
        void failed(String primary, StoreException failure);
    }

    /** The deadline for a store that keeps no caller waiting. */
    long NO_DEADLINE = Long.MAX_VALUE;

    /**
     * Does one thing with all claims, in one round trip.
     *
     * @param operation what
     * @param claims at least one, of the kinds the operation is for; no two for the same counter and identity, bar
     *     {@code KEEP}
     * @param deadlineMicros when the caller goes on without an answer, queueing included: the local monotonic time at
     *     which its decision began and the budget of one decision, µs. What begins what is held, and arrives later than that,
     *     does nothing: it may have been asked again, and have ended
     * @return one verdict per claim, in their order; none for those that are {@linkplain Operation#isSilent() silent}. Of an entry renewed
     *     or settled {@code passed} tells whether it was still held; of a reservation settled, whether one more attempt
     *     would pass
     * @throws StoreException if the store cannot say; it may then have been done or not
     */
    List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) throws StoreException;

    /**
     * Decides one claim alone: what {@link #ask} does with {@link Operation#DECIDE}, without lists.
     *
     * @param claim what is asked
     * @param deadlineMicros as in {@link #ask}
     * @return the verdict on it
     * @throws StoreException as {@link #ask}
     */
    default Verdict decide(Claim claim, long deadlineMicros) throws StoreException {
        return ask(Operation.DECIDE, List.of(claim), deadlineMicros).get(0);
    }

    /**
     * The locks, for administrators.
     *
     * @return of this store
     * @throws StoreException if it was not reached yet
     */
    LockBook locks() throws StoreException;

    /**
     * The counters of a rule, of all callers, for reports: a part of them at a time. Not for a request's thread.
     *
     * @param rule its name
     * @param cursor where to go on; null at the beginning
     * @param max how many at least, if there are so many
     * @return some of them; one that is there from the first page to the last is on one of them, and may be on two
     * @throws StoreException if the store does not answer
     * @throws IllegalStateException if this store cannot tell
     * @throws IllegalArgumentException if this store has not given out the cursor
     */
    default CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException {
        throw new IllegalStateException(
                "counters are kept in this JVM; what all callers have used can be read where redis.uri is set");
    }

    /**
     * The texts that nodes share. Not for a request's thread.
     *
     * @return of this store
     */
    SharedState sharedState();

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
     * Whether identities are divided among servers at all.
     *
     * @return false if {@link #primaries} are {@link #UNDIVIDED} alone, now and for ever
     */
    default boolean divided() {
        return false;
    }

    /**
     * The server that has an identity's counters. Cheap: asked before every call, if there is more than one.
     *
     * @param identity of a claim
     * @return one of {@link #primaries}, as far as is known
     */
    default String primaryOf(String identity) {
        return UNDIVIDED;
    }

    /**
     * The mark that tells a server's data from what it holds after it lost them.
     *
     * @param primary one of {@link #primaries}
     * @param deadlineMicros as in {@link #ask}
     * @return the same text for as long as that server has lost nothing; empty if nothing can be, without the whole store
     * @throws StoreException if it cannot say
     */
    default String epoch(String primary, long deadlineMicros) throws StoreException {
        return "";
    }

    /**
     * Does {@link #ping()} with one server.
     *
     * @param primary one of {@link #primaries}
     * @throws StoreException if it does not answer, or is none of them any more
     */
    default void ping(String primary) throws StoreException {
        ping();
    }

    /**
     * Tells an observer what becomes of calls; a store that has no servers does nothing.
     *
     * @param observer in place of the one before
     */
    default void observe(Observer observer) {}

    /**
     * How many counters this JVM holds for it; not exact.
     *
     * @return 0 if they are elsewhere
     */
    default long held() {
        return 0;
    }

    /**
     * How many of its servers are known not to answer.
     *
     * @return 0 if all do, as far as is known
     */
    default int unreachable() {
        return 0;
    }

    /**
     * Forgets everything, between the tests of an application.
     *
     * @throws UnsupportedOperationException of a store that others may use
     */
    default void clear() {
        throw new UnsupportedOperationException("others may use this store");
    }

    /** Releases threads and connections; idempotent. */
    @Override
    void close();
}
