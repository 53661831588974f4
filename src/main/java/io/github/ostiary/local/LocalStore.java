package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.algorithm.CounterState;
import io.github.ostiary.algorithm.Leases;
import io.github.ostiary.algorithm.LimitCounter;
import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.Board;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The store of a single node: exact, in bounded memory, never failing. Thread-safe; a decision holds the locks of its
 * own counters only, for less than a microsecond each.
 */
public final class LocalStore implements Store {

    /** The part of a limit known to be used, whatever this store has counted itself. */
    @FunctionalInterface
    public interface Seed {

        /** Nothing is known: not even asked. */
        Seed NOTHING = (limit, identity, now) -> 0;

        /**
         * Asked with every decision: what is known grows between two times of standing in.
         *
         * @param limit the counter's rules
         * @param identity whose it is
         * @param nowMicros the time of the decision
         * @return 0 for nothing; no more than the limit's permits count
         */
        long used(Limit limit, String identity, long nowMicros);
    }

    private static final Comparator<LockedCounter<?>> LOCK_ORDER =
            Comparator.comparingLong(held -> held.counter.number);

    private final TimeSource time;
    private final CounterTable<Charge> charges;
    private final CounterTable<LeaseClaim> entries;
    private final CounterTable<Reservation> reservations;
    private final LocalBoard board;

    /**
     * An empty store.
     *
     * @param maxTrackedKeys how many live counters it keeps apart, per kind; beyond, newcomers share
     * @param time its clock
     */
    public LocalStore(long maxTrackedKeys, TimeSource time) {
        this(maxTrackedKeys, time, Seed.NOTHING);
    }

    /**
     * A store that stands in for another: its counters never have less than what is known of that other's.
     *
     * @param maxTrackedKeys how many live counters it keeps apart, per kind; beyond, newcomers share
     * @param time its clock
     * @param seed what is known to be used
     */
    public LocalStore(long maxTrackedKeys, TimeSource time, Seed seed) {
        this(maxTrackedKeys, new CoarseClock(time), seed);
    }

    private LocalStore(long maxTrackedKeys, CoarseClock time, Seed seed) {
        this(maxTrackedKeys, time, time, seed);
    }

    /** With a clock of its own for when counters are idle. */
    LocalStore(long maxTrackedKeys, TimeSource time, Ticker ticker, Seed seed) {
        AtomicLong numbers = new AtomicLong();
        this.time = time;
        this.board = new LocalBoard(time);
        this.charges = new CounterTable<>(
                maxTrackedKeys, ticker, numbers, charge -> state(charge.limit().algorithm(), seed));
        this.entries = new CounterTable<>(maxTrackedKeys, ticker, numbers, entry -> new Leases());
        this.reservations = new CounterTable<>(maxTrackedKeys, ticker, numbers, reservation -> new Lockout());
    }

    private static CounterState<Charge> state(Algorithm algorithm, Seed seed) {
        LimitCounter counter = LimitCounter.of(algorithm);
        return seed == Seed.NOTHING ? counter : new SeededState(seed, counter);
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        return switch (operation) {
            case DECIDE -> decide(claims, true);
            case DENY -> decide(claims, false);
            case CHARGE, RESTORE, KEEP -> applyAll(operation, claims);
            case RESET, CREDIT -> {
                each(operation, claims);
                yield List.of();
            }
            case PEEK, RENEW, FAIL, SUCCEED, ABANDON -> each(operation, claims);
        };
    }

    @Override
    public Verdict decide(Claim claim, long deadlineMicros) {
        return decide(claim, true);
    }

    private Verdict decide(Claim claim, boolean mayAdmit) {
        long now = time.micros();
        if (claim instanceof Charge charge) {
            return charges.decide(charge, now, mayAdmit);
        }
        return claim instanceof LeaseClaim entry
                ? entries.decide(entry, now, mayAdmit)
                : reservations.decide((Reservation) claim, now, mayAdmit);
    }

    private List<Verdict> decide(List<? extends Claim> claims, boolean mayAdmit) {
        if (claims.size() == 1) {
            return List.of(decide(claims.get(0), mayAdmit));
        }
        long now = time.micros();
        List<LockedCounter<?>> held = lockAll(claims, true, now);
        try {
            boolean admitted = mayAdmit;
            for (int i = 0; i < held.size(); i++) {
                admitted &= held.get(i).admits(now, askedBefore(claims, held, i));
            }
            List<Verdict> verdicts = new ArrayList<>(held.size());
            for (int i = 0; i < held.size(); i++) {
                verdicts.add(held.get(i).conclude(admitted, !admitted && deniedByItsRule(held, i)));
            }
            return verdicts;
        } finally {
            release(held);
        }
    }

    private static boolean deniedByItsRule(List<LockedCounter<?>> held, int index) {
        for (int i = 0; i < held.size(); i++) {
            if (i != index && held.get(i).denies(held.get(index))) {
                return true;
            }
        }
        return false;
    }

    private List<Verdict> applyAll(Operation operation, List<? extends Claim> claims) {
        long now = time.micros();
        List<LockedCounter<?>> held = lockAll(claims, true, now);
        try {
            List<Verdict> verdicts = new ArrayList<>(held.size());
            for (LockedCounter<?> each : held) {
                verdicts.add(each.apply(operation, now));
            }
            return verdicts;
        } finally {
            release(held);
        }
    }

    /** One by one, on counters there are; where there is none, on one that is forgotten. */
    private List<Verdict> each(Operation operation, List<? extends Claim> claims) {
        long now = time.micros();
        List<Verdict> verdicts = new ArrayList<>(claims.size());
        for (int i = 0; i < claims.size(); i++) {
            List<LockedCounter<?>> held = lockAll(claims.subList(i, i + 1), false, now);
            try {
                LockedCounter<?> counter = held.get(0);
                verdicts.add(
                        switch (operation) {
                            case PEEK -> counter.peek(now);
                            case RESET -> counter.reset(now);
                            default -> counter.apply(operation, now);
                        });
            } finally {
                release(held);
            }
        }
        return verdicts;
    }

    private LockedCounter<?> hold(Claim claim, boolean make, long now) {
        if (claim instanceof Charge charge) {
            return LockedCounter.of(charge, charges, make, now);
        }
        return claim instanceof LeaseClaim entry
                ? LockedCounter.of(entry, entries, make, now)
                : LockedCounter.of((Reservation) claim, reservations, make, now);
    }

    /** What earlier claims of the same decision ask of the same counter, as callers that share one do. */
    private static long askedBefore(List<? extends Claim> claims, List<LockedCounter<?>> held, int index) {
        long permits = 0;
        for (int i = 0; i < index; i++) {
            permits += held.get(i).counter == held.get(index).counter
                    ? claims.get(i).permits()
                    : 0;
        }
        return permits;
    }

    /** Locks the counters of all claims; a counter that its table let go of meanwhile is looked up again. */
    private List<LockedCounter<?>> lockAll(List<? extends Claim> claims, boolean make, long now) {
        while (true) {
            List<LockedCounter<?>> all = new ArrayList<>(claims.size());
            for (Claim claim : claims) {
                all.add(hold(claim, make, now));
            }
            if (all.size() == 1) {
                all.get(0).counter.lock();
            } else {
                List<LockedCounter<?>> ordered = new ArrayList<>(all);
                ordered.sort(LOCK_ORDER);
                for (int i = 0; i < ordered.size(); i++) {
                    ordered.get(i).counter.lock();
                }
            }
            boolean retired = false;
            for (int i = 0; i < all.size(); i++) {
                retired |= all.get(i).counter.retired;
            }
            if (!retired) {
                return all;
            }
            unlockAll(all);
            all.forEach(LockedCounter::letGo);
        }
    }

    private static void unlockAll(List<LockedCounter<?>> all) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).counter.unlock();
        }
    }

    /** Keeping comes last: a table that lets other counters go takes their locks. */
    private static void release(List<LockedCounter<?>> all) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).end();
        }
        unlockAll(all);
        for (int i = 0; i < all.size(); i++) {
            all.get(i).keep();
        }
    }

    @Override
    public LockBook locks() {
        return new LocalLocks(reservations, time);
    }

    @Override
    public long held() {
        return size();
    }

    @Override
    public Board board() {
        return board;
    }

    /** Counters held, idle ones gone. */
    long size() {
        return charges.size() + entries.size() + reservations.size();
    }

    @Override
    public void ping() {}

    @Override
    public void close() {}
}
