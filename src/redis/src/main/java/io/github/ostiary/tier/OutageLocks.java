package io.github.ostiary.tier;

import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.Batches;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks that began here while the store could not be asked: handed over once, and then no longer this node's own. The
 * stand-in's store keeps and bounds them, and the housekeeper delivers them behind the outbox. Thread-safe.
 */
final class OutageLocks {

    private static final int TOGETHER = 100;
    private static final int PART = 1_000;

    private final DenialCache front;
    private final Store store;
    private final LockBook local;
    private final TimeSource time;
    private final Set<LockoutPolicy> policies = ConcurrentHashMap.newKeySet();

    OutageLocks(DenialCache front, Store store, LockBook local, TimeSource time) {
        this.front = front;
        this.store = store;
        this.local = local;
        this.time = time;
    }

    /** This node decides about a ladder by itself. */
    void add(LockoutPolicy policy) {
        policies.add(policy);
    }

    boolean contains(LockoutPolicy policy) {
        return !policies.isEmpty() && policies.contains(policy);
    }

    boolean isEmpty() {
        return policies.isEmpty();
    }

    /**
     * Hands over what began here. The stand-in then forgets it, since it would not hear of an unlocking; this node knows
     * what the store makes of it.
     *
     * @param primary only what that server has
     * @param doubtMicros how much older what is known may be than it seems
     */
    void handOver(String primary, long doubtMicros) throws StoreException {
        for (LockoutPolicy policy : List.copyOf(policies)) {
            policies.remove(policy);
            boolean all = false;
            try {
                all = handOver(policy, primary, doubtMicros);
            } finally {
                if (!all) {
                    policies.add(policy);
                }
            }
        }
    }

    /** False if there is more for other servers. */
    private boolean handOver(LockoutPolicy policy, String primary, long doubt) throws StoreException {
        boolean all = true;
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            Lockouts.Page page = local.list(policy, cursor.get(), PART);
            List<LockId> places = new ArrayList<>(TOGETHER);
            for (Lockouts.LockedKey line : page.keys()) {
                boolean here = store.primaryOf(line.identity()).equals(primary);
                if (here && line.state().phase() != Phase.CHALLENGED) {
                    places.add(new LockId(policy, line.identity()));
                }
                all &= here;
            }
            for (List<LockId> some : Batches.of(places, TOGETHER)) {
                handOver(some, doubt);
            }
            cursor = page.next();
        }
        return all;
    }

    private void handOver(List<LockId> places, long doubt) throws StoreException {
        long begun = time.micros();
        List<Optional<LockDetail>> here = local.look(places);
        List<KeptLock> locks = new ArrayList<>(places.size());
        for (int i = 0; i < places.size(); i++) {
            locks.add(here.get(i).orElseThrow().kept(places.get(i), doubt));
        }
        List<Boolean> restored = store.locks().restore(locks);
        long sent = time.micros();
        List<Optional<LockDetail>> there = store.locks().look(places);
        for (int i = 0; i < places.size(); i++) {
            if (restored.get(i)) {
                LockId place = places.get(i);
                there.get(i)
                        .filter(LockDetail::locked)
                        .ifPresent(seen ->
                                front.learn(place.claim(seen.label()), seen.denial(), false, sent, time.micros()));
                local.release(place, here.get(i).orElseThrow(), time.micros() - begun);
            }
        }
    }
}
