package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that at times cannot be told anything. */
final class FlakyStore implements Store {

    private final Store store;
    final List<Operation> heard = new ArrayList<>();
    int claims;

    @Nullable
    StoreException failure;

    @Nullable
    String spoilt;

    /** It does this, and its answer is lost. */
    @Nullable
    Operation loses;

    /** Done before it hears of an operation. */
    Consumer<Operation> before = operation -> {};

    /** Done when it is asked where a counter lives. */
    Runnable whereabouts = () -> {};

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
        before.accept(operation);
        heard.add(operation);
        this.claims += claims.size();
        List<Verdict> said = store.ask(operation, claims, deadlineMicros);
        if (operation == loses) {
            failure = new StoreException("its answer is lost");
            throw failure;
        }
        return said;
    }

    @Override
    public String primaryOf(String identity) {
        whereabouts.run();
        return store.primaryOf(identity);
    }

    @Override
    public SharedState sharedState() {
        return store.sharedState();
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
