package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that at times cannot be told anything. */
final class FlakyStore implements Store {

    private final Store store;
    final List<Operation> heard = new ArrayList<>();

    @Nullable
    StoreException failure;

    @Nullable
    String spoilt;

    FlakyStore(Store store) {
        this.store = store;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        if (failure != null) {
            throw failure;
        }
        for (Claim claim : claims) {
            if (claim.id().equals(spoilt)) {
                throw StoreException.ofCounter("WRONGTYPE");
            }
        }
        heard.add(operation);
        return store.ask(operation, claims, deadlineMicros);
    }

    @Override
    public LockBook locks() throws StoreException {
        return store.locks();
    }

    @Override
    public void ping() throws StoreException {
        store.ping();
    }

    @Override
    public void close() {
        store.close();
    }
}
