package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import java.util.ArrayList;
import java.util.List;

/** A single node's store, which cannot fail. */
final class LocalTier extends Tiers {

    private final Store store;

    LocalTier(Store store) {
        this.store = store;
    }

    @Override
    Outcome decide(List<Ask> asks) {
        try {
            return Outcome.of(store.decide(charges(asks)));
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Outcome peek(List<Ask> asks) {
        try {
            return Outcome.of(store.peek(charges(asks)));
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Outcome charge(List<Ask> asks) {
        try {
            return Outcome.of(store.charge(charges(asks)));
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Charge> charges(List<Ask> asks) {
        List<Charge> charges = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            charges.add(ask.charge());
        }
        return charges;
    }

    @Override
    void reset(List<Charge> charges) throws StoreException {
        store.reset(charges);
    }

    @Override
    void credit(List<Charge> charges) throws StoreException {
        store.credit(charges);
    }

    @Override
    public void close() {
        store.close();
    }
}
