package io.github.ostiary;

import java.util.List;
import java.util.Optional;

/**
 * What this node remembers of a remote {@link Store}: a witness, never an authority. It may refuse only what the store,
 * asked at that moment, would refuse. Thread-safe, never blocks.
 */
public interface Front {

    /**
     * Refuses a claim if the store's own answers prove that it would.
     *
     * @param claim what is asked
     * @param nowMicros the local monotonic time
     * @param maxAgeMicros how old an answer it may rest on
     * @return a refusing verdict, or empty if the store must be asked
     */
    Optional<Verdict> refusal(Claim claim, long nowMicros, long maxAgeMicros);

    /**
     * Whether the last answer about this counter refused a claim of this size, or left no room for one: then one probe
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
     */
    void learn(Claim claim, Verdict verdict, boolean committed, long sentMicros);

    /**
     * How many permits of this counter this node is known to have been granted and not yet regained, by a bucket's
     * reckoning; seeds the local limiter when the store fails.
     *
     * @param limit names the counter; its rate may be a node's share of the one that was asked by
     * @param identity who
     * @param nowMicros the local monotonic time
     * @return 0 to the limit that was asked by
     */
    long known(Limit limit, String identity, long nowMicros);

    /**
     * The locks and blocks that are known and have not ended.
     *
     * @param nowMicros the local monotonic time
     * @return in no order
     */
    List<KnownLock> locks(long nowMicros);

    /**
     * A lock, as a store has told of it.
     *
     * @param claim a reservation that it refused
     * @param leftMicros until its end, µs; {@link Verdict#NEVER} for a block
     */
    record KnownLock(Reservation claim, long leftMicros) {}

    /**
     * Forgets a counter, after a change made through this node.
     *
     * @param claim names the counter
     */
    void forget(Claim claim);
}
