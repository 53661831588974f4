package io.github.ostiary.engine;

import io.github.ostiary.Claim;
import io.github.ostiary.Entry;
import io.github.ostiary.LockBook;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.List;

/** A single node's store, which cannot fail. */
final class LocalTier extends Tiers {

    private final Store store;

    LocalTier(Store store) {
        this.store = store;
    }

    @Override
    Outcome ask(Operation operation, List<Ask> asks) {
        try {
            return Outcome.of(store.ask(operation, claims(asks)));
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void change(Operation operation, List<? extends Claim> claims) throws StoreException {
        store.ask(operation, claims);
    }

    static List<Claim> claims(List<Ask> asks) {
        List<Claim> claims = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            claims.add(ask.claim());
        }
        return claims;
    }

    @Override
    List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        try {
            return store.ask(ending, claims);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    boolean renew(Entry lease) {
        return settle(Operation.RENEW, List.of(lease)).get(0).passed();
    }

    @Override
    LockBook locks() throws StoreException {
        return store.locks();
    }

    @Override
    public void close() {
        store.close();
    }
}
