package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import java.util.List;

/** Where decisions are made: one local store, or witnesses in front of a remote one. Thread-safe. */
public abstract sealed class Tiers implements AutoCloseable permits LocalTier, TwoTiers {

    Tiers() {}

    /** Decides all asks together; never throws. */
    abstract Outcome decide(List<Ask> asks);

    /** Says how things stand; commits nothing, never throws. */
    abstract Outcome peek(List<Ask> asks);

    /** Commits all asks, room or not, and says how things stand then; never throws. */
    abstract Outcome charge(List<Ask> asks);

    abstract void reset(List<Charge> charges) throws StoreException;

    abstract void credit(List<Charge> charges) throws StoreException;

    /**
     * One node, one store.
     *
     * @param store never fails; closed with the tiers
     * @return the tiers
     */
    public static Tiers local(Store store) {
        return new LocalTier(store);
    }

    @Override
    public abstract void close();
}
