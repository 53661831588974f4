package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.algorithm.CounterState;
import io.github.ostiary.algorithm.Leases;
import io.github.ostiary.algorithm.LimitCounter;
import io.github.ostiary.algorithm.LimitCounters;
import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The store of a single node: exact, in bounded memory, never failing. Thread-safe; a decision holds the locks of its
 * own counters only, for less than a microsecond each.
 */
public final class LocalStore implements Store {

    private static final Comparator<Counter<?>> LOCK_ORDER = Comparator.comparingLong(counter -> counter.number);

    private final TimeSource time;
    private final CounterTable<Charge> charges;
    private final CounterTable<LeaseClaim> entries;
    private final CounterTable<AttemptClaim> reservations;
    private final LocalSharedState sharedState;

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

    /** A store with a clock of its own for when counters are idle. */
    LocalStore(long maxTrackedKeys, TimeSource time, Ticker ticker, Seed seed) {
        AtomicLong numbers = new AtomicLong();
        this.time = time;
        this.sharedState = new LocalSharedState(time);
        this.charges = new CounterTable<>(
                maxTrackedKeys, ticker, numbers, charge -> state(charge.limit().algorithm(), seed));
        this.entries = new CounterTable<>(maxTrackedKeys, ticker, numbers, entry -> new Leases());
        this.reservations = new CounterTable<>(maxTrackedKeys, ticker, numbers, reservation -> new Lockout());
    }

    private static CounterState<Charge> state(Algorithm algorithm, Seed seed) {
        LimitCounter counter = LimitCounters.of(algorithm);
        return seed == Seed.NOTHING ? counter : new SeededState(seed, counter);
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        return switch (operation) {
            case DECIDE -> decide(claims, true);
            case DENY -> decide(claims, false);
            case CHARGE, RESTORE, KEEP -> applyAll(operation, claims);
            case RESET, CREDIT, GIVE_BACK -> {
                each(operation, claims);
                yield List.of();
            }
            case PEEK, RENEW, FAIL, SUCCEED, ABANDON, UNCLEAR -> each(operation, claims);
        };
    }

    @Override
    public Verdict decide(Claim claim, long deadlineMicros) {
        return table(claim).decide(claim, time.micros(), true);
    }

    private List<Verdict> decide(List<? extends Claim> claims, boolean mayAdmit) {
        long now = time.micros();
        if (claims.size() == 1) {
            return List.of(table(claims.get(0)).decide(claims.get(0), now, mayAdmit));
        }
        List<Counter<Claim>> held = lockAll(claims, now);
        try {
            return decide(claims, held, now, mayAdmit);
        } finally {
            release(claims, held);
        }
    }

    private List<Verdict> applyAll(Operation operation, List<? extends Claim> claims) {
        long now = time.micros();
        List<Counter<Claim>> held = lockAll(claims, now);
        try {
            List<Verdict> verdicts = new ArrayList<>(held.size());
            for (int i = 0; i < held.size(); i++) {
                held.get(i).state.advance(claims.get(i), now);
                verdicts.add(held.get(i).state.apply(operation, claims.get(i)));
            }
            return verdicts;
        } finally {
            release(claims, held);
        }
    }

    /** One by one, on counters there are; where there is none, on one that is forgotten. */
    private List<Verdict> each(Operation operation, List<? extends Claim> claims) {
        long now = time.micros();
        List<Verdict> verdicts = new ArrayList<>(claims.size());
        for (int i = 0; i < claims.size(); i++) {
            verdicts.add(table(claims.get(i)).apply(operation, claims.get(i), now));
        }
        return verdicts;
    }

    private static List<Verdict> decide(
            List<? extends Claim> claims, List<Counter<Claim>> held, long now, boolean mayAdmit) {
        boolean[] passes = new boolean[held.size()];
        boolean admitted = mayAdmit;
        for (int i = 0; i < passes.length; i++) {
            Claim claim = claims.get(i);
            held.get(i).state.advance(claim, now);
            passes[i] = held.get(i).state.passes(claim, askedBefore(claims, held, i));
            admitted &= passes[i] || claim.shadow();
        }
        List<Verdict> verdicts = new ArrayList<>(passes.length);
        for (int i = 0; i < passes.length; i++) {
            Claim claim = claims.get(i);
            CounterState<Claim> state = held.get(i).state;
            Verdict verdict;
            if (admitted && passes[i]) {
                verdict = state.take(claim);
            } else if (!admitted && state.isUnused(claim) && deniedByItsRule(claims, passes, i)) {
                verdict = state.peek(claim);
            } else {
                verdict = state.leave(claim, passes[i]);
            }
            verdicts.add(passes[i] || !verdict.passed() ? verdict : denied(verdict));
        }
        return verdicts;
    }

    /** The permits that earlier claims of the same decision ask of the same counter, as callers that share one do. */
    private static long askedBefore(List<? extends Claim> claims, List<Counter<Claim>> held, int index) {
        long permits = 0;
        for (int i = 0; i < index; i++) {
            permits += held.get(i) == held.get(index) ? claims.get(i).permits() : 0;
        }
        return permits;
    }

    /** Whether its rule denies on another counter: an address that is denied begins no counters of keys it makes up. */
    private static boolean deniedByItsRule(List<? extends Claim> claims, boolean[] passes, int index) {
        String rule = claims.get(index).rule();
        for (int i = 0; i < passes.length; i++) {
            Claim other = claims.get(i);
            if (i != index && !passes[i] && !other.shadow() && other.rule().equals(rule)) {
                return true;
            }
        }
        return false;
    }

    /** Alone it would pass, but not after what the same decision asks of this same counter. */
    private static Verdict denied(Verdict alone) {
        return new Verdict(
                false,
                alone.remaining(),
                alone.changeMicros() == Verdict.NEVER ? 1 : alone.changeMicros(),
                alone.resetMicros(),
                alone.admissible(),
                alone.changeMicros(),
                new Consequence(alone.reason(), false, 0, 0, alone.consequence().window()));
    }

    /** Claims are asked of their own kind's table only. */
    @SuppressWarnings("unchecked")
    private CounterTable<Claim> table(Claim claim) {
        CounterTable<? extends Claim> table =
                claim instanceof Charge ? charges : claim instanceof AttemptClaim ? reservations : entries;
        return (CounterTable<Claim>) table;
    }

    /** Locks the counters of all claims; a counter that its table let go of meanwhile is looked up again. */
    private List<Counter<Claim>> lockAll(List<? extends Claim> claims, long now) {
        while (true) {
            List<Counter<Claim>> all = new ArrayList<>(claims.size());
            for (int i = 0; i < claims.size(); i++) {
                all.add(table(claims.get(i)).get(claims.get(i), now));
            }
            List<Counter<Claim>> ordered = new ArrayList<>(all);
            ordered.sort(LOCK_ORDER);
            boolean retired = false;
            for (int i = 0; i < ordered.size(); i++) {
                ordered.get(i).lock();
                retired |= ordered.get(i).retired;
            }
            if (!retired) {
                return all;
            }
            unlockAll(all);
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).retired) {
                    table(claims.get(i)).remove(claims.get(i), all.get(i));
                }
            }
        }
    }

    private static void unlockAll(List<Counter<Claim>> all) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).unlock();
        }
    }

    /** Keeping comes last: a table that lets other counters go takes their locks. */
    private void release(List<? extends Claim> claims, List<Counter<Claim>> held) {
        int[] ended = new int[held.size()];
        for (int i = 0; i < ended.length; i++) {
            ended[i] = table(claims.get(i)).end(claims.get(i), held.get(i));
        }
        unlockAll(held);
        for (int i = 0; i < ended.length; i++) {
            table(claims.get(i)).keep(claims.get(i), held.get(i), ended[i]);
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
    public SharedState sharedState() {
        return sharedState;
    }

    /** Counters held, idle ones gone. */
    long size() {
        return charges.size() + entries.size() + reservations.size();
    }

    @Override
    public void clear() {
        charges.clear();
        entries.clear();
        reservations.clear();
        sharedState.clear();
    }

    @Override
    public void ping() {}

    @Override
    public void close() {}
}
