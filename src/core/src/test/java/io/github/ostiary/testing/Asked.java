package io.github.ostiary.testing;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** What a store is asked by whoever has all the time in the world: twenty seconds by the clock of this machine. */
public final class Asked {

    private static final long PATIENCE_MICROS = 20_000_000;

    private Asked() {}

    public static List<Verdict> ask(Store store, Operation operation, List<? extends Claim> claims)
            throws StoreException {
        return store.ask(operation, claims, TimeSource.system().micros() + PATIENCE_MICROS);
    }

    public static List<Verdict> decide(Store store, List<? extends Claim> claims) throws StoreException {
        return ask(store, Operation.DECIDE, claims);
    }

    public static List<Verdict> peek(Store store, List<? extends Claim> claims) throws StoreException {
        return ask(store, Operation.PEEK, claims);
    }

    public static List<Verdict> charge(Store store, List<Charge> charges) throws StoreException {
        return ask(store, Operation.CHARGE, charges);
    }

    public static void reset(Store store, List<? extends Claim> claims) throws StoreException {
        ask(store, Operation.RESET, claims);
    }

    public static void credit(Store store, List<Charge> charges) throws StoreException {
        ask(store, Operation.CREDIT, charges);
    }
}
