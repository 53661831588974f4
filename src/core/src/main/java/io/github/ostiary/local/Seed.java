package io.github.ostiary.local;

import io.github.ostiary.store.Charge;

/** The part of a limit known to be used, whatever this store has counted itself. */
@FunctionalInterface
public interface Seed {

    /** Nothing is known: not even asked. */
    Seed NOTHING = (charge, now) -> 0;

    /**
     * The known use, asked with every decision: it grows between two times of standing in.
     *
     * @param charge names the counter
     * @param nowMicros the time of the decision
     * @return 0 for nothing; no more than the limit's permits count
     */
    long used(Charge charge, long nowMicros);
}
