package io.github.ostiary.local;

import io.github.ostiary.algorithm.LimitCounter;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/** The counter of a limit. */
final class LimitCounterState implements CounterState<Charge> {

    private final LocalStore.Seed seed;
    private LimitCounter counting;
    private long now;
    private boolean spent;

    LimitCounterState(Charge first, LocalStore.Seed seed) {
        this.seed = seed;
        this.counting = LimitCounter.of(first.limit().algorithm());
    }

    @Override
    public void advance(Charge charge, long micros) {
        now = micros;
        counting.advance(charge.limit(), micros, charge.waitMicros());
    }

    /** What is known of the store this one stands in for grows between two times of standing in. */
    private void seed(Charge charge) {
        Limit limit = charge.limit();
        long known = Math.min(seed.used(limit, charge.identity(), now), limit.capacity());
        if (known > counting.used()) {
            spent = false;
            counting.take(limit, known - counting.used());
        }
    }

    @Override
    public boolean passes(Charge charge, long askedBefore) {
        if (seed != LocalStore.Seed.NOTHING) {
            seed(charge);
        }
        return counting.passes(charge.limit(), charge.permits() + askedBefore);
    }

    @Override
    public Verdict take(Charge charge) {
        spent = false;
        return counting.take(charge.limit(), charge.permits());
    }

    @Override
    public Verdict leave(Charge charge, boolean passed) {
        spent &= !charge.limit().countDenied();
        return charge.limit().countDenied()
                ? counting.note(charge.limit(), charge.permits(), passed)
                : counting.leave(charge.limit(), charge.permits());
    }

    @Override
    public Verdict peek(Charge charge) {
        return counting.peek(charge.limit(), charge.permits());
    }

    @Override
    public Verdict apply(Operation operation, Charge charge) {
        if (operation == Operation.CHARGE) {
            seed(charge);
            spent = false;
            return counting.charge(charge.limit(), charge.permits());
        }
        if (operation == Operation.CREDIT) {
            counting.credit(charge.limit(), charge.permits());
            spent = counting.used() == 0 && charge.limit().minIntervalMicros() == 0;
        }
        return counting.peek(charge.limit(), 1);
    }

    @Override
    public void reset(Charge charge) {
        counting = LimitCounter.of(charge.limit().algorithm());
        spent = false;
    }

    /** What was given back wholly tells nothing more, bar how far a clock was stepped. */
    @Override
    public long idleMicros(Charge charge) {
        return spent ? 0 : charge.idleMicros() + counting.extraMicros();
    }

    @Override
    public boolean isUnused(Charge charge) {
        return counting.unused();
    }
}
