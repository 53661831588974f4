package io.github.ostiary.local;

import io.github.ostiary.algorithm.CounterState;
import io.github.ostiary.algorithm.LimitCounter;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/** The counter of a limit that never has less than what is known of another store's. */
final class SeededState implements CounterState<Charge> {

    private final Seed seed;
    private final LimitCounter counter;
    private long now;

    SeededState(Seed seed, LimitCounter counter) {
        this.seed = seed;
        this.counter = counter;
    }

    /** Seeds a counter: what is known of the store this one stands in for grows between two times of standing in. */
    private void seed(Charge charge) {
        Limit limit = charge.limit();
        long known = Math.min(seed.used(charge, now), limit.capacity());
        if (known > counter.used()) {
            Verdict unused = counter.take(charge.of(known - counter.used()));
        }
    }

    @Override
    public void advance(Charge charge, long micros) {
        now = micros;
        counter.advance(charge, micros);
    }

    @Override
    public boolean passes(Charge charge, long askedBefore) {
        seed(charge);
        return counter.passes(charge, askedBefore);
    }

    @Override
    public Verdict take(Charge charge) {
        return counter.take(charge);
    }

    @Override
    public Verdict leave(Charge charge, boolean passed) {
        return counter.leave(charge, passed);
    }

    @Override
    public Verdict peek(Charge charge) {
        return counter.peek(charge);
    }

    @Override
    public Verdict apply(Operation operation, Charge charge) {
        if (operation == Operation.CHARGE) {
            seed(charge);
        }
        return counter.apply(operation, charge);
    }

    @Override
    public long life(Charge charge) {
        return counter.life(charge);
    }

    @Override
    public boolean reset() {
        return counter.reset();
    }

    @Override
    public boolean isUnused(Charge charge) {
        return counter.isUnused(charge);
    }
}
