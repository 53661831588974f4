package io.github.ostiary.local;

import io.github.ostiary.Key;
import io.github.ostiary.algorithm.CounterState;
import io.github.ostiary.store.Claim;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One counter's state, being itself the lock that guards it: a decision among many counters waits for memory, so each is as
 * few objects as can be. Locks are taken in the order of {@link #number}, so that decisions over several counters cannot
 * deadlock. What is not its state's is for its table.
 *
 * @param <C> the claims it is about
 */
@SuppressWarnings("serial") // a lock is, but counters are never written down
final class Counter<C extends Claim> extends ReentrantLock {

    final long number;

    /** Whether callers share it who have nothing to do with each other: then no caller's success clears it. */
    final boolean shared;

    /** A hash of the network that made it, for a full table; 0 where that is not known. */
    final short network;

    /** Guarded by the lock. */
    CounterState<C> state;

    /** Guarded by the lock: the table has let go of this counter, a thread that still holds it must look again. */
    boolean retired;

    /** How long it counts without being used, µs. Changed under the lock only; read without it. */
    volatile long idleMicros;

    /** The same, but for as long as anything is reserved in it. Guarded by the lock. */
    long closedIdleMicros;

    /** The time when a look-up last began its time to live afresh, µs. */
    volatile long touchedMicros;

    Counter(long number, boolean shared, CounterState<C> state, C claim, long nowMicros) {
        long idleMicros = claim.idleMicros();
        this.number = number;
        this.shared = shared;
        this.network = network(claim);
        this.state = state;
        this.idleMicros = idleMicros;
        this.closedIdleMicros = idleMicros;
        this.touchedMicros = nowMicros;
    }

    /** A hash of the network that asks; 0 if that is not known. */
    static short network(Claim claim) {
        @Nullable Key origin = claim.origin();
        return origin == null ? 0 : (short) (origin.hashCode() | 1);
    }
}
