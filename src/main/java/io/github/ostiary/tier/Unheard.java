package io.github.ostiary.tier;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The attempts that the stand-in counted and the store has not heard of. It hears that they began before it hears how they
 * ended, which means nothing to it otherwise; by their own ids, so that one it did reserve is not counted twice. Thread-safe
 * and bounded: what is beyond counts on this node only.
 */
final class Unheard {

    private static final System.Logger LOG = System.getLogger(Unheard.class.getName());
    private static final int CAPACITY = 10_000;

    /** One attempt, by when its failure counts no more, µs, and whether somebody tells the store of it. */
    private record Entry(Reservation reservation, long endMicros, AtomicBoolean told) {}

    private final ConcurrentMap<String, Entry> attempts = new ConcurrentHashMap<>();

    /** How many there are of a key; never too few. */
    private final ConcurrentMap<CounterId, Integer> keys = new ConcurrentHashMap<>();

    private final Store store;
    private final Budget budget;

    Unheard(Store store, Budget budget) {
        this.store = store;
        this.budget = budget;
    }

    /** To be called before the stand-in decides, so that nobody is let in unnoticed. */
    void begin(List<Ask> asks) {
        for (Ask ask : asks) {
            if (Fallback.counts(ask) && ask.claim() instanceof Reservation reservation && attempts.size() < CAPACITY) {
                long end = budget.time().micros() + life(reservation.policy());
                keys.merge(reservation.counterId(), 1, Integer::sum);
                if (attempts.put(reservation.id(), new Entry(reservation, end, new AtomicBoolean())) != null) {
                    leftKey(reservation);
                }
            }
        }
    }

    private static long life(LockoutPolicy policy) {
        long longest = policy.count().cap() > 0 ? Long.MAX_VALUE / 2 : policy.settleMicros();
        for (Step step : policy.ladder().steps()) {
            longest = Math.max(longest, step.windowMicros());
        }
        return longest;
    }

    private void leftKey(Reservation reservation) {
        keys.computeIfPresent(reservation.counterId(), (key, count) -> count == 1 ? null : count - 1);
    }

    /** Whether it was there still. */
    private boolean remove(Entry entry) {
        boolean removed = attempts.remove(entry.reservation().id(), entry);
        if (removed) {
            leftKey(entry.reservation());
        }
        return removed;
    }

    /** They have tried nothing after all. */
    void forget(List<? extends Claim> claims) {
        if (!attempts.isEmpty()) {
            for (Reservation reservation : Reservation.among(claims)) {
                Entry entry = attempts.get(reservation.id());
                var unused = entry != null && remove(entry);
            }
        }
    }

    /** Somebody was unlocked: what was tried before counts no more. */
    void forget(LockId place) {
        CounterId key = place.claim().counterId();
        for (Entry entry : attempts.values()) {
            var unused = entry.reservation().counterId().equals(key) && remove(entry);
        }
    }

    boolean isEmpty() {
        return attempts.isEmpty();
    }

    /** Whether the store may let in too many who ask for this. */
    boolean concerns(Reservation reservation) {
        return !keys.isEmpty() && keys.containsKey(reservation.counterId());
    }

    /**
     * The store hears of those of these that it has not heard of.
     *
     * @return whether it has: false while attempts that were given up are in the way, or another thread is telling it
     */
    boolean tell(List<? extends Claim> claims, long deadlineMicros) throws StoreException {
        boolean all = true;
        if (!attempts.isEmpty()) {
            for (Reservation reservation : Reservation.among(claims)) {
                Entry entry = attempts.get(reservation.id());
                all &= entry == null || hears(entry, deadlineMicros);
            }
        }
        return all;
    }

    /** It hears of all that are in flight; a server of it that is away is in no other's way. */
    void tellAll() {
        for (Entry entry : attempts.values()) {
            try {
                var unused = hears(entry, budget.deadline());
            } catch (StoreException e) {
                LOG.log(System.Logger.Level.DEBUG, "The store cannot be told yet of who was let in meanwhile", e);
            }
        }
    }

    private boolean hears(Entry entry, long deadlineMicros) throws StoreException {
        String id = entry.reservation().id();
        if (entry.told().getAndSet(true)) {
            return !attempts.containsKey(id);
        }
        boolean heard = false;
        try {
            heard = entry.endMicros() <= budget.time().micros() || decides(entry.reservation(), deadlineMicros);
        } finally {
            if (!heard) {
                entry.told().set(false);
            }
        }
        if (heard && !remove(entry)) {
            store.ask(Operation.ABANDON, List.of(entry.reservation()), deadlineMicros);
        }
        return heard;
    }

    /** What the store refuses it counts no more than any other attempt; who is only in the way ends in his time. */
    private boolean decides(Reservation reservation, long deadlineMicros) throws StoreException {
        try {
            Verdict verdict = store.ask(Operation.DECIDE, List.of(reservation), deadlineMicros)
                    .get(0);
            return verdict.passed() || verdict.reason() != Reason.BUSY;
        } catch (StoreException e) {
            if (!e.ofCounter()) {
                throw e;
            }
            return true;
        }
    }
}
