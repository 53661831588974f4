package io.github.ostiary.algorithm;

import io.github.ostiary.Limit;

/** What buckets share: a level, and the one that was last written down. Subclasses say how it falls with time. */
abstract class Bucket extends Metered {

    Level stored = new Level(0, 0, 0);
    Level level = stored;

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
        level = level.plus(permits);
        stored = level;
    }

    @Override
    final void attempt(Limit limit, long permits) {
        level = level.plusWithin(permits, limit.capacity());
        stored = level;
    }

    @Override
    final void drop(long permits) {
        level = level.minus(permits);
        stored = stored.minus(permits);
    }
}
