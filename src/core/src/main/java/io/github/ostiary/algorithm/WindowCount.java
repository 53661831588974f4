package io.github.ostiary.algorithm;

import io.github.ostiary.store.Limit;

/** The common part of algorithms that count one window: how much is used in it. Subclasses say which window that is. */
abstract class WindowCount extends ClockedCounter {

    /** The count as of the last commit. */
    long count;

    /** The part of it that counts now. */
    long open;

    @Override
    public final long used() {
        return open;
    }

    @Override
    void add(Limit limit, long permits) {
        open += permits;
        count = open;
    }

    @Override
    final void attempt(Limit limit, long permits) {
        add(limit, Math.min(permits, Math.max(0, limit.capacity() - open)));
    }

    @Override
    final void drop(long permits) {
        open -= permits;
        count = open;
    }
}
