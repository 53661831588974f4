package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.algorithm.CounterState;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds counters, in bounded memory and without amnesty: an idle counter equals a fresh one and is let go; a live one
 * never is. When all are live, new callers share 1,024 hashed counters per limit. Thread-safe. Each caller has read
 * the clock before, whose memory it goes by.
 *
 * @param <C> the claims its counters are about
 */
final class CounterTable<C extends Claim> {

    /*
     * Naive: a cache of a maximum size. Flaw: a caller who can make up identities pushes a denied caller's counter out, and
     * is let in again. So the table has no maximum of its own: entries end when idle, and a full table hands newcomers a
     * shared counter, which may deny too much but never forgets. A caller keeps its shared counter while that is
     * live, even when room is found again, or it would start afresh. Only what has been admitted may fill the table: a
     * counter that is as good as fresh when a call ends, since that was denied or has given all back, leaves with it.
     *
     * What is shared denies, and never locks: strangers' failures are none of a caller's. It is never cleared: a stranger's success or reset would be amnesty for all who share. Locks made
     * by hand are of one key, so they get counters of their own, of which there may be as many more.
     */
    private static final int OVERFLOW_SLOTS = 1_024;

    /** Caffeine leaves an expiry alone that a look-up would move by less than a second; so do we, who look more quietly. */
    private static final long TOLERANCE_MICROS = 1_000_000;

    private static final long TOUCH_MICROS = TOLERANCE_MICROS + CoarseClock.GRAIN_MICROS;
    private static final long GRACE_MICROS = TOLERANCE_MICROS + 4 * CoarseClock.GRAIN_MICROS;

    /** The counter equals a fresh one at the end of a call: the table lets it go. */
    private static final int NOTHING = 0;

    /** Nothing to do: it is kept as long as before. */
    private static final int AS_BEFORE = 1;

    /** The table is told anew when to let go of it. */
    private static final int OTHERWISE = 2;

    /** How long it may take until what was sent arrives, µs. */
    private static final long WORD_MICROS = TimeUnit.MINUTES.toMicros(1);

    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A reset of a counter: when it was, and for how long what had been taken before may be given back, µs. */
    private record Reset(long atMicros, long lifeMicros) {}

    private final long capacity;
    private final Ticker ticker;
    private final Cache<CounterId, Counter<C>> counters;
    private final Cache<CounterId, Counter<C>> shared;

    /** Looks without telling Caffeine, which would note each look-up for an order that nothing asks for. */
    private final Policy<CounterId, Counter<C>> quietly;

    private final Policy.VarExpiration<CounterId, Counter<C>> ownEnds;
    private final Policy.VarExpiration<CounterId, Counter<C>> sharedEnds;

    /** The counters that were reset lately. */
    private final Cache<CounterId, Reset> resets;

    private final AtomicLong numbers;
    private final Function<C, CounterState<C>> fresh;
    private final AtomicLong sweptNanos;
    private final Decoys<C> decoys;

    /** Tables whose counters one decision may span number them by the same sequence. */
    CounterTable(long capacity, Ticker ticker, AtomicLong numbers, Function<C, CounterState<C>> fresh) {
        this.capacity = capacity;
        this.ticker = ticker;
        this.numbers = numbers;
        this.fresh = fresh;
        this.counters = table(ticker);
        this.shared = table(ticker);
        this.resets = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(capacity)
                .expireAfter(new Lifetime<CounterId, Reset>(Reset::lifeMicros, false))
                .build();
        this.quietly = counters.policy();
        this.ownEnds = quietly.expireVariably().orElseThrow();
        this.sharedEnds = shared.policy().expireVariably().orElseThrow();
        this.decoys = new Decoys<>(counters, capacity, ticker);
        this.sweptNanos = new AtomicLong(ticker.read());
    }

    private static <C extends Claim> Cache<CounterId, Counter<C>> table(Ticker ticker) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfter(new Lifetime<CounterId, Counter<C>>(counter -> counter.idleMicros + GRACE_MICROS, true))
                .evictionListener(CounterTable::retire)
                .build();
    }

    private static Duration lifetime(long idleMicros) {
        return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(idleMicros + GRACE_MICROS));
    }

    private static <C extends Claim> void retire(
            @Nullable CounterId id, @Nullable Counter<C> counter, RemovalCause cause) {
        if (counter != null) {
            counter.lock();
            try {
                counter.retired = true;
            } finally {
                counter.unlock();
            }
        }
    }

    /**
     * The counter to use, made if need be. Its time to live begins afresh once a second at most; how long that is, {@link #end}
     * says.
     */
    Counter<C> get(C claim, long now) {
        CounterId id = claim.counterId();
        while (true) {
            Counter<C> own = quietly.getIfPresentQuietly(id);
            if (own == null) {
                own = getOrShare(claim, id, now);
            }
            if (now - own.touchedMicros < TOUCH_MICROS) {
                return own;
            }
            if (find(id) == own) {
                own.touchedMicros = now;
                return own;
            }
        }
    }

    /** Decides a claim that is asked for alone, so that no other lock need be taken in order. */
    Verdict decide(C claim, long now, boolean mayAdmit) {
        Counter<C> counter = locked(claim, true, now);
        Verdict verdict;
        int ended;
        try {
            verdict = counter.state.decide(claim, now, mayAdmit);
            ended = end(claim, counter);
        } finally {
            counter.unlock();
        }
        keep(claim, counter, ended);
        return verdict;
    }

    /** Does what is no decision with a counter; where there is none, with one that is forgotten. */
    Verdict apply(Operation operation, C claim, long now) {
        Counter<C> counter = locked(claim, false, now);
        Verdict verdict;
        int ended;
        try {
            counter.state.advance(claim, now);
            if (operation == Operation.RESET && !counter.shared) {
                forget(claim, counter, now);
            }
            CounterState<C> state = counter.state;
            verdict = switch (operation) {
                case PEEK, RESET -> state.peek(claim);
                default -> state.apply(inEffect(operation, claim, counter.shared, now), claim);
            };
            ended = end(claim, counter);
        } finally {
            counter.unlock();
        }
        keep(claim, counter, ended);
        return verdict;
    }

    private void forget(C claim, Counter<C> counter, long now) {
        boolean spends = !claim.isHeld() && !counter.state.isUnused(claim);
        long left = spends ? counter.state.peek(claim).resetMicros() : 0;
        if (left > 0) {
            resets.put(claim.counterId(), new Reset(now, left + WORD_MICROS));
        }
        if (!counter.state.reset()) {
            counter.state = fresh.apply(claim);
            counter.state.advance(claim, now);
        }
    }

    /** Whether what a caller gives back may have been taken before a reset, which has freed it. */
    private boolean wasReset(C claim, long now) {
        @Nullable Reset last = resets.getIfPresent(claim.counterId());
        if (last == null) {
            return false;
        }
        return claim.takenMicros() > 0 ? claim.takenMicros() <= last.atMicros : now < last.atMicros + last.lifeMicros;
    }

    /**
     * The operation that is done: none where it would be amnesty, or where a reset has freed what a caller gives back.
     */
    private Operation inEffect(Operation operation, C claim, boolean shared, long now) {
        boolean gives = operation == Operation.GIVE_BACK;
        if ((shared && clears(operation, claim)) || (gives && wasReset(claim, now))) {
            return Operation.ABANDON;
        }
        return gives ? Operation.CREDIT : operation;
    }

    /** Whether an operation would be amnesty for strangers. What a caller itself reserved is not. */
    private static boolean clears(Operation operation, Claim claim) {
        return operation == Operation.CREDIT
                || operation == Operation.GIVE_BACK
                || (operation == Operation.SUCCEED && claim.needsSettling());
    }

    /**
     * The counter, locked: the caller unlocks it. One that the table let go of meanwhile is looked up again; a thread that retired
     * it need not be waited for.
     */
    @SuppressWarnings("LockNotBeforeTry")
    private Counter<C> locked(C claim, boolean make, long now) {
        while (true) {
            Counter<C> found = make ? get(claim, now) : find(claim);
            Counter<C> counter = found == null ? fresh(claim, now) : found;
            counter.lock();
            if (!counter.retired) {
                return counter;
            }
            counter.unlock();
            remove(claim, counter);
        }
    }

    /**
     * A call has ended, the lock not yet: takes note of how long its counter must be kept, and says what {@link #keep} has to
     * do after the lock. One that equals a fresh one is retired, so that the next call makes another; one of which nothing
     * is left but a stepped clock is kept for the grace; any other is kept no shorter than before, since callers of another
     * plan may share it; one in which anything is reserved, for as long as that can be settled.
     *
     * @return {@link #NOTHING}, {@link #AS_BEFORE} or {@link #OTHERWISE}
     */
    int end(C claim, Counter<C> counter) {
        long life = counter.state.life(claim);
        if (life == CounterState.UNUSED) {
            counter.retired = true;
            return NOTHING;
        }
        long closed = life < 0 ? ~life : life;
        counter.closedIdleMicros = closed == 0 ? 0 : Math.max(counter.closedIdleMicros, closed);
        long idleMicros = life < 0 ? Math.max(counter.closedIdleMicros, Charge.OPEN_MICROS) : counter.closedIdleMicros;
        if (idleMicros > 0 && idleMicros == counter.idleMicros) {
            return AS_BEFORE;
        }
        counter.idleMicros = idleMicros;
        return OTHERWISE;
    }

    /** A counter that no stranger shares, as long as there is any room; made if need be. */
    Counter<C> getOwn(C claim, long now) {
        CounterId id = claim.counterId();
        boolean room = !full(claim) || counters.estimatedSize() < capacity + OVERFLOW_SLOTS;
        return room ? make(counters, id, claim, false, now) : get(claim, now);
    }

    /** Lets go of all counters, between calls. */
    void clear() {
        counters.invalidateAll();
        shared.invalidateAll();
        resets.invalidateAll();
    }

    /** Lets go of a counter that is as good as fresh and was retired. */
    void remove(C claim, Counter<C> counter) {
        CounterId id = claim.counterId();
        boolean unused = counter.shared
                ? shared.asMap().remove(id.overflow(OVERFLOW_SLOTS), counter)
                : counters.asMap().remove(id, counter);
    }

    /**
     * Lets go of a counter, or sets when the table does. Without the counter's lock: a table that lets others go takes theirs.
     *
     * @param ended what {@link #end} said
     */
    void keep(C claim, Counter<C> counter, int ended) {
        if (ended == NOTHING) {
            remove(claim, counter);
        } else if (ended == OTHERWISE) {
            expire(claim.counterId(), counter);
        }
    }

    /**
     * Sets when the table lets go of a counter: a look-up that runs beside it may have read a shorter time, and would win.
     * A thread that has read a shorter time itself looks again.
     */
    private void expire(CounterId id, Counter<C> counter) {
        Policy.VarExpiration<CounterId, Counter<C>> ends = counter.shared ? sharedEnds : ownEnds;
        CounterId place = counter.shared ? id.overflow(OVERFLOW_SLOTS) : id;
        long set;
        do {
            set = counter.idleMicros;
            ends.setExpiresAfter(place, lifetime(set));
        } while (set != counter.idleMicros);
    }

    /** The counter in use, or null if this caller's would be a fresh one. */
    @Nullable
    Counter<C> find(C claim) {
        return find(claim.counterId());
    }

    /** Whose counters of a rule there are, sorted, from behind one on; those who share one are not known. */
    List<String> identities(String rule, String after) {
        return counters.asMap().keySet().stream()
                .filter(id -> id.rule().equals(rule) && id.identity().compareTo(after) > 0)
                .map(CounterId::identity)
                .sorted()
                .toList();
    }

    private @Nullable Counter<C> find(CounterId id) {
        Counter<C> own = counters.getIfPresent(id);
        return own != null ? own : shared.getIfPresent(id.overflow(OVERFLOW_SLOTS));
    }

    private Counter<C> getOrShare(C claim, CounterId id, long now) {
        if (shared.estimatedSize() > 0) {
            Counter<C> inUse = shared.getIfPresent(id.overflow(OVERFLOW_SLOTS));
            if (inUse != null) {
                return inUse;
            }
        }
        return full(claim)
                ? make(shared, id.overflow(OVERFLOW_SLOTS), claim, true, now)
                : make(counters, id, claim, false, now);
    }

    private Counter<C> make(Cache<CounterId, Counter<C>> table, CounterId id, C claim, boolean share, long now) {
        return table.get(id, any -> fresh(claim, share, now));
    }

    /** A counter that is not in the table. */
    Counter<C> fresh(C claim, long now) {
        return fresh(claim, false, now);
    }

    private Counter<C> fresh(C claim, boolean share, long now) {
        CounterState<C> state = fresh.apply(claim);
        if (share) {
            state.share();
        }
        return new Counter<>(numbers.getAndIncrement(), share, state, claim, now);
    }

    private boolean full(C newcomer) {
        if (counters.estimatedSize() < capacity) {
            return false;
        }
        long now = ticker.read();
        long last = sweptNanos.get();
        if (now - last >= SWEEP_NANOS && sweptNanos.compareAndSet(last, now)) {
            counters.cleanUp();
        }
        return counters.estimatedSize() >= capacity && !decoys.makeRoom(newcomer, OVERFLOW_SLOTS);
    }

    /** How many counters are held; for tests and metrics, exact after a sweep. */
    long size() {
        counters.cleanUp();
        shared.cleanUp();
        return counters.estimatedSize() + shared.estimatedSize();
    }
}
