package io.github.ostiary.testing;

import io.github.ostiary.LockState;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/** Where lockouts are kept: what random traces run against. The time is set from outside. */
public interface LockoutBackend {

    /** Does as a store does that is asked to. */
    Verdict ask(Operation operation, AttemptClaim reservation);

    /** Makes the reservation if it passes. */
    default Verdict begin(AttemptClaim reservation) {
        return ask(Operation.DECIDE, reservation);
    }

    /** Commits nothing, as when another rule denied. */
    default Verdict leave(AttemptClaim reservation) {
        return ask(Operation.DENY, reservation);
    }

    default Verdict peek(AttemptClaim reservation) {
        return ask(Operation.PEEK, reservation);
    }

    default Verdict settle(AttemptClaim reservation, Operation ending) {
        return ask(ending, reservation);
    }

    void lock(LockoutPolicy policy, String identity, long micros, String reason);

    default void unlock(LockoutPolicy policy, String identity) {
        unlock(policy, identity, 0);
    }

    void unlock(LockoutPolicy policy, String identity, long agoMicros);

    LockState state(LockoutPolicy policy, String identity);

    default LockDetail look(LockoutPolicy policy, String identity) {
        throw new UnsupportedOperationException();
    }

    /** Lets the network of a claim in while a lock of a mark holds. */
    default boolean admit(AttemptClaim from, long mark) {
        throw new UnsupportedOperationException();
    }

    /** As if nobody had ever unlocked it. */
    default void restore(KeptLock lock) {
        throw new UnsupportedOperationException();
    }
}
