package io.github.ostiary.tier;

import io.github.ostiary.LockState;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.NearTier;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The keys that this node unlocked and the store has not heard of: the outbox's part that is no claim. Thread-safe. */
final class Unlockings {

    private static final System.Logger LOG = Log.of(Unlockings.class);
    private static final int CAPACITY = 10_000;

    private record Unlocking(LockId place, long atMicros) {}

    private final ConcurrentMap<CounterId, Unlocking> waiting = new ConcurrentHashMap<>();
    private final Store store;
    private final NearTier front;
    private final LockBook local;
    private final TimeSource time;

    Unlockings(Store store, NearTier front, LockBook local, TimeSource time) {
        this.store = store;
        this.front = front;
        this.local = local;
        this.time = time;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** A key was unlocked here, and the store has to hear of it; false if there is no room to remember it. */
    boolean add(LockId place) {
        CounterId counter = place.claim().counterId();
        if (waiting.size() >= CAPACITY && !waiting.containsKey(counter)) {
            return false;
        }
        waiting.put(counter, new Unlocking(place, time.micros()));
        return true;
    }

    /** A key was locked by hand: an unlocking before is no news any more. */
    void locked(LockId place) {
        waiting.remove(place.claim().counterId());
    }

    /**
     * Tells a server of what was unlocked while it was away, before it hears of any lock.
     *
     * @param primary one of the store's
     * @throws StoreException if it went away before it had heard of all
     */
    void tell(String primary) throws StoreException {
        for (Map.Entry<CounterId, Unlocking> entry : waiting.entrySet()) {
            Unlocking one = entry.getValue();
            if (store.primaryOf(one.place().identity()).equals(primary) && waiting.remove(entry.getKey(), one)) {
                try {
                    tell(one);
                } catch (StoreException e) {
                    if (!e.ofCounter()) {
                        waiting.putIfAbsent(entry.getKey(), one);
                        throw e;
                    }
                }
            }
        }
    }

    /** A lock that is younger than the unlocking stays, wherever it began. */
    private void tell(Unlocking one) throws StoreException {
        List<LockId> places = List.of(one.place());
        long age = time.micros() - one.atMicros();
        Optional<LockDetail> there = store.locks().look(places).get(0).filter(LockDetail::locked);
        if (there.isPresent() && there.get().ageMicros() < age) {
            return;
        }
        store.locks().unlock(one.place());
        Optional<LockDetail> here = local.look(places).get(0).filter(LockDetail::locked);
        if (here.isPresent()) {
            store.locks()
                    .lock(
                            one.place(),
                            here.get().label(),
                            left(here.get().state()),
                            here.get().state().reason());
        } else {
            front.forget(one.place().claim());
        }
    }

    private static long left(LockState state) {
        return state.phase() == LockState.Phase.BLOCKED
                ? Verdict.NEVER
                : Durations.toMicros(state.remaining().orElse(Duration.ZERO));
    }

    /** What is not told now is never told. */
    void close() {
        if (!waiting.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "This node stops and has not told Redis of {0} keys that it unlocked while Redis did not answer."
                            + " Unlock them again",
                    waiting.size());
        }
    }
}
