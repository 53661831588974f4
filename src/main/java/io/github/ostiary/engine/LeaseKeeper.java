package io.github.ostiary.engine;

import io.github.ostiary.Claim;
import io.github.ostiary.Entry;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The leases this node holds, so that a store that has lost them is told. Thread-safe. */
final class LeaseKeeper {

    /*
     * A store that was restarted or flushed grants every permit a second time, while those who had them are at work. What
     * this node was granted and has not given back, and has not ended by itself, the store must count: if it says that
     * fewer are held, it has lost them. Whoever hears that puts the leases of that key back, gives its own grant back and
     * asks again. All others are put back when the breaker closes, or when a renewal finds one lost.
     *
     * Worked: 3 permits, all held here; the store is killed and comes back empty. The next call is told that 2 are left
     * after it: 1 is held, and there should be 4. It puts three back, asks again, and is refused.
     *
     * Time: an end counts from before the call was sent, a beginning from after its answer, so this node never believes
     * in a lease that the store may rightly have ended, or not yet begun.
     */
    private static final int TOGETHER = 50;
    private static final long SWEEP_MICROS = 10_000_000;

    private record Live(Entry entry, long sinceMicros, long untilMicros, boolean standsIn) {}

    private final Store store;
    private final TimeSource time;
    private final ConcurrentMap<WaitingRoom.Place, Map<String, Live>> places = new ConcurrentHashMap<>();
    private final AtomicLong sweepMicros = new AtomicLong();
    private final AtomicBoolean restoring = new AtomicBoolean();

    LeaseKeeper(Store store, TimeSource time) {
        this.store = store;
        this.time = time;
    }

    /** A lease was granted, by the stand-in or by the store. */
    void began(Entry entry, long sentMicros, boolean standsIn) {
        sweep();
        Live live = live(entry, sentMicros, standsIn);
        places.compute(WaitingRoom.Place.of(entry), (place, leases) -> {
            Map<String, Live> known = leases == null ? new ConcurrentHashMap<>() : leases;
            known.put(entry.lease(), live);
            return known;
        });
    }

    /** A lease was begun anew; false if it has been given back meanwhile. */
    boolean renewed(Entry entry, long sentMicros, boolean standsIn) {
        Live live = live(entry, sentMicros, standsIn);
        Map<String, Live> known = places.get(WaitingRoom.Place.of(entry));
        return known != null && known.replace(entry.lease(), live) != null;
    }

    private Live live(Entry entry, long sentMicros, boolean standsIn) {
        return new Live(entry, time.micros(), sentMicros + entry.concurrency().leaseMicros(), standsIn);
    }

    /** Leases that nobody gave back and nobody asks for again. */
    private void sweep() {
        long now = time.micros();
        long due = sweepMicros.get();
        if (now >= due && sweepMicros.compareAndSet(due, now + SWEEP_MICROS)) {
            places.keySet().forEach(this::leases);
        }
    }

    /** Whatever was held is given back. */
    void ended(List<? extends Claim> claims) {
        for (Claim claim : claims) {
            if (claim instanceof Entry entry) {
                places.computeIfPresent(WaitingRoom.Place.of(entry), (place, leases) -> {
                    leases.remove(entry.lease());
                    return leases.isEmpty() ? null : leases;
                });
            }
        }
    }

    /** Whether a lease has neither been given back nor ended by itself. */
    boolean holds(Entry entry) {
        return leases(WaitingRoom.Place.of(entry)).stream()
                .anyMatch(live -> live.entry.lease().equals(entry.lease()));
    }

    /** Whether it was the stand-in that granted a lease. */
    boolean standsIn(Entry entry) {
        return leases(WaitingRoom.Place.of(entry)).stream()
                .anyMatch(live -> live.standsIn && live.entry.lease().equals(entry.lease()));
    }

    /** What is held at a place now. */
    private List<Live> leases(WaitingRoom.Place place) {
        List<Live> all = new ArrayList<>();
        long now = time.micros();
        places.computeIfPresent(place, (any, leases) -> {
            leases.values().removeIf(live -> now >= live.untilMicros);
            all.addAll(leases.values());
            return leases.isEmpty() ? null : leases;
        });
        return all;
    }

    /** Whether an answer shows that the store has lost leases that were held when it was asked. */
    boolean misses(Entry entry, Verdict granted, long sentMicros) {
        long counted = entry.concurrency().permits() - granted.remaining();
        Map<String, Live> known = places.get(WaitingRoom.Place.of(entry));
        if (known == null || known.size() < counted) {
            return false;
        }
        long held = leases(WaitingRoom.Place.of(entry)).stream()
                .filter(live -> live.sinceMicros < sentMicros && isOf(live, entry))
                .count();
        return (granted.remaining() > 0 && held >= counted)
                || held >= entry.concurrency().permits();
    }

    private static boolean isOf(Live live, Entry entry) {
        return live.entry.counter().equals(entry.counter())
                && !live.entry.lease().equals(entry.lease());
    }

    /** Has the store count what is held where an entry was asked for. */
    void restore(Entry entry) throws StoreException {
        for (Live live : leases(WaitingRoom.Place.of(entry))) {
            if (isOf(live, entry)) {
                putBack(List.of(live.entry));
            }
        }
    }

    /** Has the store count all that is held; once at a time. */
    void restore() throws StoreException {
        if (!restoring.compareAndSet(false, true)) {
            return;
        }
        try {
            List<List<Entry>> byPlace = new ArrayList<>();
            for (WaitingRoom.Place place : places.keySet()) {
                byPlace.add(leases(place).stream().map(Live::entry).toList());
            }
            for (int from = 0; from < byPlace.size(); from += TOGETHER) {
                restore(byPlace.subList(from, Math.min(byPlace.size(), from + TOGETHER)));
            }
        } finally {
            restoring.set(false);
        }
    }

    /** Of no counter two in one call. */
    private void restore(List<List<Entry>> byPlace) throws StoreException {
        int most = byPlace.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < most; i++) {
            int rank = i;
            putBack(byPlace.stream()
                    .filter(leases -> rank < leases.size())
                    .map(leases -> leases.get(rank))
                    .toList());
        }
    }

    /** What is given back meanwhile is given back again. */
    private void putBack(List<Entry> entries) throws StoreException {
        store.ask(Operation.KEEP, entries);
        List<Entry> over = entries.stream().filter(entry -> !holds(entry)).toList();
        if (!over.isEmpty()) {
            store.ask(Operation.ABANDON, over);
        }
    }
}
