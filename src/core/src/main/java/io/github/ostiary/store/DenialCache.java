package io.github.ostiary.store;

import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This node's memory of a remote {@link Store}, never an authority. It may deny only what the store,
 * asked at that moment, would deny. Thread-safe, never blocks.
 */
public interface DenialCache {

    /**
     * Denies a claim if the store's own answers prove that it would; no charge whose denials count or that only reports.
     *
     * @param claim what is asked
     * @param nowMicros the local monotonic time
     * @param maxAgeMicros how old an answer it may rest on
     * @return a denying verdict, or empty if the store must be asked
     */
    Optional<Verdict> denial(Claim claim, long nowMicros, long maxAgeMicros);

    /**
     * Whether the last answer about this counter denied a claim of this size, or left no room for one: then one probe
     * at a time is enough.
     *
     * @param claim what is asked
     * @return whether the counter was last seen exhausted
     */
    boolean exhausted(Claim claim);

    /**
     * Takes note of an answer.
     *
     * @param claim what was asked
     * @param verdict what the store said
     * @param committed whether the claim was committed
     * @param sentMicros the local monotonic time <em>before</em> the call was sent
     * @param heardMicros the local monotonic time after the answer came
     */
    void learn(Claim claim, Verdict verdict, boolean committed, long sentMicros, long heardMicros);

    /**
     * Keeps the figures of a claim that was asked together with one that is exhausted: the next denial names both.
     *
     * @param claim what was asked
     * @param verdict what the store said
     * @param sentMicros the local monotonic time <em>before</em> the call was sent
     * @param heardMicros the local monotonic time after the answer came
     */
    void beside(Claim claim, Verdict verdict, long sentMicros, long heardMicros);

    /**
     * The figures of a claim that would pass, while another denies.
     *
     * @param claim what is asked
     * @param nowMicros the local monotonic time
     * @param maxAgeMicros how old an answer it may rest on
     * @return never more left than the store has; null if they are not known
     */
    @Nullable
    Verdict figures(Claim claim, long nowMicros, long maxAgeMicros);

    /**
     * How many permits of this counter this node is known to have been granted and not yet regained, by a bucket's
     * reckoning; seeds the local limiter when the store fails.
     *
     * @param charge names the counter; its rate may be a node's share of the one that was asked by
     * @param nowMicros the local monotonic time
     * @return 0 to the limit that was asked by
     */
    long known(Charge charge, long nowMicros);

    /**
     * The locks and blocks that are known and have not ended.
     *
     * @param nowMicros the local monotonic time
     * @param sinceMicros only those that an answer to a question sent then or later has confirmed
     * @return in no order, one per key
     */
    List<KeptLock> locks(long nowMicros, long sinceMicros);

    /**
     * The lock or block that denies a reservation, whatever the age of the answer that showed it.
     *
     * @param reservation what is asked
     * @param nowMicros the local monotonic time
     * @return empty if none is known, or it has ended
     */
    Optional<KeptLock> lock(AttemptClaim reservation, long nowMicros);

    /**
     * Takes note of how keys stand: a lock that was known is confirmed, or over.
     *
     * @param places whose
     * @param seen what the store says of each; empty if it cannot
     * @param sentMicros the local monotonic time <em>before</em> it was asked
     * @param nowMicros the local monotonic time
     */
    void confirm(List<LockId> places, List<Optional<LockDetail>> seen, long sentMicros, long nowMicros);

    /**
     * Records that a caller is let in although a lock was known. No other answer ends a known lock: a store that
     * has lost its data lets everybody in.
     *
     * @param reservation who
     */
    void opened(AttemptClaim reservation);

    /**
     * Forgets a counter, after a change made through this node.
     *
     * @param claim names the counter
     */
    void forget(Claim claim);

    /**
     * The permits that this node has taken ahead. What is {@linkplain #forget forgotten} here is forgotten there.
     *
     * @return always the same
     */
    NodePermits permits();

    /**
     * How many counters it remembers something of; not exact.
     *
     * @return buckets and denials
     */
    default long held() {
        return 0;
    }
}
