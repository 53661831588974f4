package io.github.ostiary.redis;

import io.github.ostiary.Claim;
import io.github.ostiary.LockBook;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.Verdict;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose client cannot be made while its servers are away, as with sentinels and clusters. It is made by {@link
 * #ping}, which runs at start-up and in the background, never by a request. Thread-safe.
 */
final class LazyStore implements Store {

    private final Supplier<Store> opener;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable Store opened;
    private boolean closed;

    LazyStore(Supplier<Store> opener) {
        this.opener = opener;
    }

    private Store store() throws StoreException {
        Store store = opened;
        if (store == null) {
            throw new StoreException("Redis was not reached yet");
        }
        return store;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
        return store().ask(operation, claims);
    }

    @Override
    public LockBook locks() throws StoreException {
        return store().locks();
    }

    @Override
    public String epoch() throws StoreException {
        return store().epoch();
    }

    @Override
    public String epoch(String primary) throws StoreException {
        return store().epoch(primary);
    }

    @Override
    public Set<String> primaries() {
        Store store = opened;
        return store == null ? Set.of(UNDIVIDED) : store.primaries();
    }

    @Override
    public String primaryOf(String identity) {
        Store store = opened;
        return store == null ? UNDIVIDED : store.primaryOf(identity);
    }

    @Override
    public void ping() throws StoreException {
        open();
        store().ping();
    }

    @Override
    public void ping(String primary) throws StoreException {
        open();
        store().ping(primary);
    }

    private void open() throws StoreException {
        opening.lock();
        try {
            if (opened == null && !closed) {
                opened = opener.get();
            }
        } catch (RuntimeException e) {
            throw Failures.of(e);
        } finally {
            opening.unlock();
        }
    }

    @Override
    public void close() {
        opening.lock();
        try {
            closed = true;
            Store store = opened;
            if (store != null) {
                store.close();
            }
        } finally {
            opening.unlock();
        }
    }
}
