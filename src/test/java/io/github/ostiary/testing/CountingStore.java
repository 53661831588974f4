package io.github.ostiary.testing;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** Counts the decisions a store is asked for, and answers none of them while it fails. */
public final class CountingStore implements Store {

    private final Store store;
    public int calls;
    public boolean failing;

    public CountingStore(Store store) {
        this.store = store;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        if (failing) {
            throw new StoreException("away");
        }
        calls += operation == Operation.DECIDE ? 1 : 0;
        return store.ask(operation, claims, deadlineMicros);
    }

    @Override
    public LockBook locks() throws StoreException {
        return store.locks();
    }

    @Override
    public SharedState board() {
        return store.board();
    }

    @Override
    public void ping() {}

    @Override
    public void close() {
        store.close();
    }
}
