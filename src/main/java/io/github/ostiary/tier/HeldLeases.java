package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LeaseClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The leases this node was granted, has not given back, and that have not ended by themselves. An end counts from before
 * the call was sent, a beginning from after its answer: so none is here that the store may rightly have ended, or not yet
 * begun. Thread-safe.
 */
final class HeldLeases {

    private static final long SWEEP_MICROS = 10_000_000;

    /**
     * A lease.
     *
     * @param entry what was granted
     * @param sinceMicros when the answer came
     * @param untilMicros its end
     * @param standsIn whether the stand-in granted it
     */
    private record Live(LeaseClaim entry, long sinceMicros, long untilMicros, boolean standsIn) {}

    private final TimeSource time;
    private final ConcurrentMap<CounterId, Map<String, Live>> places = new ConcurrentHashMap<>();
    private final AtomicLong sweepMicros = new AtomicLong();

    HeldLeases(TimeSource time) {
        this.time = time;
    }

    /** A lease was granted. */
    void began(LeaseClaim entry, long sentMicros, long heardMicros, boolean standsIn) {
        sweep(heardMicros);
        Live live = live(entry, sentMicros, heardMicros, standsIn);
        places.compute(entry.counterId(), (place, leases) -> {
            Map<String, Live> known = leases == null ? new ConcurrentHashMap<>() : leases;
            known.put(entry.lease(), live);
            return known;
        });
    }

    /** A lease was begun anew; false if it has been given back meanwhile. */
    boolean renewed(LeaseClaim entry, long sentMicros, long heardMicros, boolean standsIn) {
        Map<String, Live> known = places.get(entry.counterId());
        return known != null && known.replace(entry.lease(), live(entry, sentMicros, heardMicros, standsIn)) != null;
    }

    private static Live live(LeaseClaim entry, long sentMicros, long heardMicros, boolean standsIn) {
        return new Live(entry, heardMicros, sentMicros + entry.concurrency().leaseMicros(), standsIn);
    }

    /** Lets go of what nobody gave back and nobody asks for again. */
    private void sweep(long now) {
        long due = sweepMicros.get();
        if (now >= due && sweepMicros.compareAndSet(due, now + SWEEP_MICROS)) {
            places.keySet().forEach(this::at);
        }
    }

    /** What is held is given back. */
    void ended(List<? extends Claim> claims) {
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            places.computeIfPresent(lease.counterId(), (place, leases) -> {
                leases.remove(lease.lease());
                return leases.isEmpty() ? null : leases;
            });
        }
    }

    /** Whether a lease is held. */
    boolean holds(LeaseClaim entry) {
        return find(entry, false);
    }

    /** Whether a lease is held that the stand-in granted. */
    boolean standsIn(LeaseClaim entry) {
        return find(entry, true);
    }

    private boolean find(LeaseClaim entry, boolean standsIn) {
        return at(entry.counterId()).stream()
                .anyMatch(live -> live.entry.lease().equals(entry.lease()) && (live.standsIn || !standsIn));
    }

    private List<Live> at(CounterId place) {
        List<Live> all = new ArrayList<>();
        long now = time.micros();
        places.computeIfPresent(place, (any, leases) -> {
            leases.values().removeIf(live -> now >= live.untilMicros);
            all.addAll(leases.values());
            return leases.isEmpty() ? null : leases;
        });
        return all;
    }

    /** No fewer than are held of what an entry asks for; quick. */
    int atMost(LeaseClaim entry) {
        Map<String, Live> known = places.get(entry.counterId());
        return known == null ? 0 : known.size();
    }

    /** All others that are held of what an entry asks for, and were before a time. */
    List<LeaseClaim> others(LeaseClaim entry, long beforeMicros) {
        return at(entry.counterId()).stream()
                .filter(live -> live.sinceMicros < beforeMicros)
                .map(Live::entry)
                .filter(other -> other.counter().equals(entry.counter())
                        && !other.lease().equals(entry.lease()))
                .toList();
    }

    /** All that are held. */
    List<LeaseClaim> all() {
        List<LeaseClaim> all = new ArrayList<>();
        places.keySet().forEach(place -> at(place).forEach(live -> all.add(live.entry)));
        return all;
    }
}
