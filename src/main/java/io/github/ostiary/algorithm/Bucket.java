package io.github.ostiary.algorithm;

import io.github.ostiary.Limit;

/** What buckets share: a level, and the one that was last written down. Subclasses say how it falls with time. */
abstract class Bucket extends Metered {

    /*
     * A slot ahead is a level above the capacity: whoever takes it waits until the level is at the capacity again, so
     * slots come in order, as far apart as the rate says, and a later refusal takes none. A level above twice the
     * capacity can only come from slots, and is kept; else it comes from a limit that was lowered since, and is cut.
     *
     * Worked: 4/1s, burst 1, wait 500 ms, four at once: slots at 0, 250 and 500 ms, the fourth would be at 750 ms.
     */

    Level stored = new Level(0, 0, 0);
    Level level = stored;
    private boolean ahead;

    /** The highest level there can be. */
    final long most(Limit limit) {
        return 2 * limit.capacity() + (ahead ? limit.mostAwaited() : 0);
    }

    @Override
    public final long used() {
        return level.whole();
    }

    @Override
    long until(Limit limit, long permits) {
        return level.until(limit.rate(), permits);
    }

    @Override
    final void add(Limit limit, long permits) {
        store(limit, level.plus(permits));
    }

    @Override
    final void attempt(Limit limit, long permits) {
        store(limit, level.plusWithin(permits, limit.capacity()));
    }

    private void store(Limit limit, Level next) {
        level = next;
        stored = next;
        ahead = next.whole() > 2 * limit.capacity();
    }

    @Override
    final void drop(long permits) {
        level = level.minus(permits);
        stored = stored.minus(permits);
    }
}
