package io.github.ostiary.tier;

import io.github.ostiary.Standing.Teller;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Board;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** A single node's store, which cannot fail. */
public final class LocalTier extends Tiers {

    private final Store store;

    LocalTier(Store store) {
        this.store = store;
    }

    @Override
    public TierAnswer ask(Operation operation, List<Ask> asks) {
        try {
            return new TierAnswer(store.ask(operation, Ask.claims(asks), Store.NO_DEADLINE), false, null);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Verdict decide(Claim claim) {
        try {
            return store.decide(claim, Store.NO_DEADLINE);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nobody asks in vain here. */
    @Override
    public TierAnswer standIn(List<Ask> asks) {
        return decide(asks);
    }

    @Override
    public void change(Operation operation, List<? extends Claim> claims) throws StoreException {
        store.ask(operation, claims, Store.NO_DEADLINE);
    }

    @Override
    public List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        try {
            return store.ask(ending, claims, Store.NO_DEADLINE);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean renew(LeaseClaim lease) {
        return settle(Operation.RENEW, List.of(lease)).get(0).passed();
    }

    @Override
    public Teller teller(Claim claim) {
        return Teller.LOCAL;
    }

    @Override
    public LockBook locks() throws StoreException {
        return store.locks();
    }

    @Override
    public long held() {
        return store.held();
    }

    @Override
    public int unreachable() {
        return 0;
    }

    @Override
    public Board board() {
        return store.board();
    }

    @Override
    public void close() {
        store.close();
    }
}
