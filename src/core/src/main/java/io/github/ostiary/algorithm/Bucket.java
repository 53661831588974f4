package io.github.ostiary.algorithm;

import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;

/** The common part of buckets: a level, and the one that was last written down. Subclasses say how it falls with time. */
abstract class Bucket extends ClockedCounter {

    /*
     * A slot ahead is a level above the capacity: a caller who takes it waits until the level is at the capacity again, so
     * slots come in order, as far apart as the rate says, and a later denial takes none. A limit that is lowered leaves
     * the level where it is: what was used is paid back, at the rate there is now, within ten years.
     *
     * Worked: 4/1s, burst 1, wait 500 ms, four at once: slots at 0, 250 and 500 ms, the fourth would be at 750 ms.
     */

    final Level stored = new Level();
    final Level level = new Level();
    private long drain;

    /** A counter is kept for twice a bucket's fill anyhow. */
    final void measureDrain(Limit limit) {
        drain = level.whole() > 2 * limit.capacity() ? until(limit, level.whole()) : 0;
    }

    /** Longer where what is used takes longer to come back than a limit's does. */
    @Override
    final long extraMicros() {
        return drain + super.extraMicros();
    }

    @Override
    public final long used() {
        return level.whole();
    }

    @Override
    long until(Limit limit, long permits) {
        return level.until(limit.smooth(), permits);
    }

    @Override
    final void add(Limit limit, long permits) {
        level.add(permits);
        store(limit);
    }

    @Override
    final void attempt(Limit limit, long permits) {
        level.addWithin(permits, limit.capacity());
        store(limit);
    }

    private void store(Limit limit) {
        stored.set(level);
        measureDrain(limit);
    }

    @Override
    final void drop(long permits) {
        level.add(-permits);
        stored.add(-permits);
    }

    @Override
    final long counting(Charge charge, Taken reserved, OpenReservations all) {
        return all.left(reserved, charge.permits(), leaked(charge.limit(), reserved.atMicros()));
    }

    /** An upper bound of the permits that have come back since a time. */
    long leaked(Limit limit, long since) {
        return Level.gainedIn(limit.smooth(), Math.max(0, now - since));
    }
}
