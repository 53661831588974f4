package io.github.ostiary.local;

import io.github.ostiary.Charge;
import io.github.ostiary.Limit;
import io.github.ostiary.Store;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import io.github.ostiary.algorithm.Counting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store of a single node: exact, in bounded memory, never failing. Thread-safe; a decision holds the locks of its
 * own counters only, for less than a microsecond each.
 */
public final class LocalStore implements Store {

    /** How much of a limit is known to be used, whatever this store has counted itself. */
    @FunctionalInterface
    public interface Seed {

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

    private static final Comparator<Counter> LOCK_ORDER = Comparator.comparingLong(counter -> counter.number);

    private final TimeSource time;
    private final CounterTable table;
    private final Seed seed;

    /**
     * An empty store.
     *
     * @param maxTrackedKeys how many live counters it keeps apart; beyond, newcomers share
     * @param time its clock
     */
    public LocalStore(long maxTrackedKeys, TimeSource time) {
        this(maxTrackedKeys, time, (limit, identity, now) -> 0);
    }

    /**
     * A store that stands in for another: its counters never have less than what is known of that other's.
     *
     * @param maxTrackedKeys how many live counters it keeps apart; beyond, newcomers share
     * @param time its clock
     * @param seed what is known to be used
     */
    public LocalStore(long maxTrackedKeys, TimeSource time, Seed seed) {
        this(maxTrackedKeys, new RememberedTime(time), seed);
    }

    private LocalStore(long maxTrackedKeys, RememberedTime time, Seed seed) {
        this(new CounterTable(maxTrackedKeys, time), time, seed);
    }

    LocalStore(CounterTable table, TimeSource time, Seed seed) {
        this.table = table;
        this.time = time;
        this.seed = seed;
    }

    @Override
    public List<Verdict> decide(List<Charge> charges) {
        long now = time.micros();
        List<Counter> counters = lockAll(charges, now);
        try {
            boolean[] passes = new boolean[counters.size()];
            boolean admitted = true;
            for (int i = 0; i < passes.length; i++) {
                Charge charge = charges.get(i);
                Counting state = counters.get(i).state;
                state.advance(charge.limit(), now);
                passes[i] = state.passes(charge.limit(), charge.permits() + askedBefore(charges, counters, i));
                admitted &= passes[i] || charge.limit().shadow();
            }
            List<Verdict> verdicts = new ArrayList<>(passes.length);
            for (int i = 0; i < passes.length; i++) {
                verdicts.add(settle(counters.get(i).state, charges.get(i), passes[i], admitted));
            }
            return verdicts;
        } finally {
            unlockAll(counters);
        }
    }

    @Override
    public List<Verdict> charge(List<Charge> charges) {
        long now = time.micros();
        List<Counter> counters = lockAll(charges, now);
        try {
            List<Verdict> verdicts = new ArrayList<>(counters.size());
            for (int i = 0; i < counters.size(); i++) {
                Charge charge = charges.get(i);
                counters.get(i).state.advance(charge.limit(), now);
                verdicts.add(counters.get(i).state.charge(charge.limit(), charge.permits()));
            }
            return verdicts;
        } finally {
            unlockAll(counters);
        }
    }

    /** What earlier charges of the same decision ask of the same counter, as callers that share one do. */
    private static long askedBefore(List<Charge> charges, List<Counter> counters, int index) {
        long permits = 0;
        for (int i = 0; i < index; i++) {
            permits += counters.get(i) == counters.get(index) ? charges.get(i).permits() : 0;
        }
        return permits;
    }

    private static Verdict settle(Counting state, Charge charge, boolean passes, boolean admitted) {
        if (admitted && passes) {
            return state.take(charge.limit(), charge.permits());
        }
        return charge.limit().countDenied()
                ? state.note(charge.limit(), charge.permits(), passes)
                : state.leave(charge.limit(), charge.permits());
    }

    @Override
    public List<Verdict> peek(List<Charge> charges) {
        long now = time.micros();
        List<Verdict> verdicts = new ArrayList<>(charges.size());
        for (Charge charge : charges) {
            Counter counter = table.find(charge.limit(), charge.identity());
            verdicts.add(
                    counter == null
                            ? look(Counting.of(charge.limit().algorithm()), charge, now)
                            : lockedLook(counter, charge, now));
        }
        return verdicts;
    }

    private static Verdict lockedLook(Counter counter, Charge charge, long now) {
        counter.lock.lock();
        try {
            return look(counter.state, charge, now);
        } finally {
            counter.lock.unlock();
        }
    }

    private static Verdict look(Counting state, Charge charge, long now) {
        state.advance(charge.limit(), now);
        return state.peek(charge.limit(), charge.permits());
    }

    @Override
    public void reset(List<Charge> charges) {
        for (Charge charge : charges) {
            withExisting(
                    charge,
                    counter -> counter.state = Counting.of(charge.limit().algorithm()));
        }
    }

    @Override
    public void credit(List<Charge> charges) {
        long now = time.micros();
        for (Charge charge : charges) {
            withExisting(charge, counter -> {
                counter.state.advance(charge.limit(), now);
                counter.state.credit(charge.limit(), charge.permits());
            });
        }
    }

    private void withExisting(Charge charge, Consumer<Counter> action) {
        @Nullable Counter counter = table.find(charge.limit(), charge.identity());
        if (counter != null) {
            counter.lock.lock();
            try {
                action.accept(counter);
            } finally {
                counter.lock.unlock();
            }
        }
    }

    /** Locks the counters of all charges; a counter that the table let go of meanwhile is looked up again. */
    private List<Counter> lockAll(List<Charge> charges, long now) {
        while (true) {
            List<Counter> counters = new ArrayList<>(charges.size());
            for (Charge charge : charges) {
                counters.add(table.get(charge.limit(), charge.identity()));
            }
            if (counters.size() == 1) {
                counters.get(0).lock.lock();
            } else {
                counters.stream().sorted(LOCK_ORDER).forEach(counter -> counter.lock.lock());
            }
            boolean retired = false;
            for (int i = 0; i < counters.size(); i++) {
                retired |= counters.get(i).retired;
            }
            if (!retired) {
                seed(charges, counters, now);
                return counters;
            }
            unlockAll(counters);
        }
    }

    private void seed(List<Charge> charges, List<Counter> counters, long now) {
        for (int i = 0; i < counters.size(); i++) {
            Limit limit = charges.get(i).limit();
            long known = Math.min(seed.used(limit, charges.get(i).identity(), now), limit.capacity());
            if (known > 0) {
                Counting state = counters.get(i).state;
                state.advance(limit, now);
                if (known > state.used()) {
                    state.take(limit, known - state.used());
                }
            }
        }
    }

    private static void unlockAll(List<Counter> counters) {
        for (int i = 0; i < counters.size(); i++) {
            counters.get(i).lock.unlock();
        }
    }

    /** Counters held, idle ones gone; for tests and metrics. */
    long size() {
        return table.size();
    }

    @Override
    public void ping() {}

    @Override
    public void close() {}
}
