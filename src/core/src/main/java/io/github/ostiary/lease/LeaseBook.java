package io.github.ostiary.lease;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Verdict;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leases this node was granted and has not given back. An end counts from before the call was sent, a beginning from
 * after its answer: so no lease is said to be held that the store may rightly have ended, or not yet begun. Thread-safe.
 */
final class LeaseBook {

    /** A renewal may fail more than once before the lease ends. */
    private static final int RENEWALS_PER_LEASE = 3;

    private static final int RETRIES_PER_LEASE = 12;

    /** A lease. Several threads change it; each figure is right by itself. */
    static final class Held {

        final LeaseClaim claim;
        private volatile long sinceMicros;
        private volatile long untilMicros;
        private volatile long dueMicros;
        private volatile @Nullable Reference<?> owner;
        private volatile boolean standsIn;
        private volatile boolean knownHere;

        /** Whether the store may have lost it. */
        volatile boolean doubted;

        private Held(LeaseClaim claim) {
            this.claim = claim;
        }

        private Held begin(long sentMicros, long heardMicros, boolean byStandIn) {
            sinceMicros = heardMicros;
            untilMicros = sentMicros + claim.concurrency().leaseMicros();
            dueMicros = sentMicros + claim.concurrency().leaseMicros() / RENEWALS_PER_LEASE;
            standsIn = byStandIn;
            knownHere = byStandIn;
            doubted = false;
            return this;
        }

        /** Postpones a renewal that did not reach the store; the stand-in learns of the lease when it is asked. */
        void postpone(long now) {
            untilMicros = isOwned() ? now + claim.concurrency().leaseMicros() : untilMicros;
            dueMicros = now + claim.concurrency().leaseMicros() / RETRIES_PER_LEASE;
            knownHere = false;
        }

        /** Whether its renewal comes so late that others must not wait as long. */
        boolean isLate(long now) {
            return now - dueMicros > claim.concurrency().leaseMicros() / RETRIES_PER_LEASE;
        }

        /** Whether the owner of its call can still end it: on a stack, in a request or in a promise. */
        private boolean isOwned() {
            Reference<?> call = owner;
            return call != null && call.get() != null;
        }

        private boolean isOver(long now) {
            return now >= untilMicros && !isOwned();
        }

        private boolean isDue(long now) {
            return now >= dueMicros && (doubted || isOwned());
        }
    }

    private final TimeSource time;
    private final ConcurrentMap<CounterId, Map<String, Held>> places = new ConcurrentHashMap<>();

    LeaseBook(TimeSource time) {
        this.time = time;
    }

    /** Forgets all leases, which end in their time. */
    void clear() {
        places.clear();
    }

    /** A lease was granted. */
    void began(LeaseClaim lease, long sentMicros, long heardMicros, boolean standsIn) {
        Held held = new Held(lease).begin(sentMicros, heardMicros, standsIn);
        places.compute(lease.counterId(), (place, leases) -> {
            Map<String, Held> known = leases == null ? new ConcurrentHashMap<>(1) : leases;
            known.put(lease.lease(), held);
            return known;
        });
    }

    /** Leases were granted, if their verdicts say so. */
    void granted(List<? extends Claim> claims, List<Verdict> verdicts, long sentMicros, long heardMicros) {
        for (int i = 0; i < verdicts.size(); i++) {
            if (claims.get(i) instanceof LeaseClaim lease && verdicts.get(i).passed()) {
                began(lease, sentMicros, heardMicros, false);
            }
        }
    }

    /** Has a lease renewed for as long as its owner can be reached: when no owner can end it any more, it ends in its time. */
    void watch(LeaseClaim lease, Reference<?> owner) {
        Held held = find(lease);
        if (held != null) {
            held.owner = owner;
        }
    }

    /** Has a lease end in its time. */
    void unwatch(LeaseClaim lease) {
        Held held = find(lease);
        if (held != null) {
            held.owner = null;
        }
    }

    /** A lease was begun anew; false if it has been given back meanwhile, and is not held again. */
    boolean renewed(LeaseClaim lease, long sentMicros, long heardMicros, boolean standsIn) {
        Held held = find(lease);
        return held != null && knows(held.begin(sentMicros, heardMicros, standsIn).claim);
    }

    /** Forgets what has been given back. */
    void ended(List<? extends Claim> claims) {
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            places.computeIfPresent(lease.counterId(), (place, leases) -> {
                leases.remove(lease.lease());
                return leases.isEmpty() ? null : leases;
            });
        }
    }

    private @Nullable Held find(LeaseClaim lease) {
        Map<String, Held> leases = places.get(lease.counterId());
        return leases == null ? null : leases.get(lease.lease());
    }

    /** Whether a lease has not been given back. */
    boolean knows(LeaseClaim lease) {
        return find(lease) != null;
    }

    /** Whether a lease is held. */
    boolean holds(LeaseClaim lease) {
        Held held = find(lease);
        return held != null && time.micros() < held.untilMicros;
    }

    /** Whether a lease is held that the stand-in granted. */
    boolean standsIn(LeaseClaim lease) {
        Held held = find(lease);
        return held != null && held.standsIn && time.micros() < held.untilMicros;
    }

    /** No fewer than are held of what an entry asks for; quick. */
    int atMost(LeaseClaim entry) {
        Map<String, Held> known = places.get(entry.counterId());
        return known == null ? 0 : known.size();
    }

    /** All others that are held of what an entry asks for, and were before a time. */
    List<LeaseClaim> others(LeaseClaim entry, long beforeMicros) {
        long now = time.micros();
        return at(entry, held -> held.sinceMicros < beforeMicros && now < held.untilMicros);
    }

    /** All others that are held of what an entry asks for, and that the stand-in has not heard of: it hears of them now. */
    List<LeaseClaim> newHere(LeaseClaim entry) {
        long now = time.micros();
        return at(entry, held -> {
            boolean known = held.knownHere || now >= held.untilMicros;
            held.knownHere = true;
            return !known;
        });
    }

    private List<LeaseClaim> at(LeaseClaim entry, Predicate<Held> filter) {
        List<LeaseClaim> found = new ArrayList<>();
        for (Held held : places.getOrDefault(entry.counterId(), Map.of()).values()) {
            if (!held.claim.lease().equals(entry.lease()) && filter.test(held)) {
                found.add(held.claim);
            }
        }
        return found;
    }

    /** The store may have lost any of them. */
    void doubtAll() {
        long now = time.micros();
        for (Map<String, Held> leases : places.values()) {
            for (Held held : leases.values()) {
                held.dueMicros = now;
                held.doubted = true;
            }
        }
    }

    /** All that the store must hear of now. Forgets what was neither given back nor asked for again. */
    List<Held> due(long now) {
        List<Held> due = new ArrayList<>();
        places.forEach((place, leases) -> {
            boolean over = false;
            for (Held held : leases.values()) {
                if (held.isOver(now)) {
                    over = true;
                } else if (held.isDue(now)) {
                    due.add(held);
                }
            }
            if (over) {
                forget(place, now);
            }
        });
        return due;
    }

    private void forget(CounterId place, long now) {
        places.computeIfPresent(place, (any, leases) -> {
            leases.values().removeIf(held -> held.isOver(now));
            return leases.isEmpty() ? null : leases;
        });
    }

    boolean isEmpty() {
        return places.isEmpty();
    }
}
