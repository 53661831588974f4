package io.github.ostiary.testing;

import io.github.ostiary.LockState;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** A store's lockouts. */
public record StoredLockouts(Store store) implements LockoutBackend {

    @Override
    public Verdict ask(Operation operation, AttemptClaim reservation) {
        try {
            return Asked.ask(store, operation, List.of(reservation)).get(0);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void lock(LockoutPolicy policy, String identity, long micros, String reason) {
        try {
            store.locks().lock(new LockId(policy, identity), identity, micros, reason);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void unlock(LockoutPolicy policy, String identity, long agoMicros) {
        try {
            store.locks().unlock(new LockId(policy, identity), agoMicros);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public LockState state(LockoutPolicy policy, String identity) {
        try {
            return store.locks().state(new LockId(policy, identity));
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }
}
