package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.TimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** Counts as Redis would, exactly and for all nodes, until it is away. Of one thread. */
final class SimulatedRedis implements Store {

    private final LocalStore counters;
    private boolean away;
    private long asked;

    SimulatedRedis(long mostCallers, TimeSource time) {
        this.counters = new LocalStore(mostCallers, time);
    }

    /** From now on nobody is answered. */
    void fail() {
        away = true;
    }

    /** How often it was asked. */
    long asked() {
        return asked;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        asked++;
        if (away) {
            throw new StoreException("the simulated Redis is away");
        }
        return counters.ask(operation, claims, deadlineMicros);
    }

    @Override
    public SharedState sharedState() {
        throw new UnsupportedOperationException();
    }

    @Override
    public LockBook locks() throws StoreException {
        return counters.locks();
    }

    @Override
    public void ping() throws StoreException {
        if (away) {
            throw new StoreException("the simulated Redis is away");
        }
    }

    @Override
    public void close() {
        counters.close();
    }
}
