package io.github.ostiary.local;

import io.github.ostiary.Limit;
import io.github.ostiary.algorithm.Counting;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One counter's state and the lock that guards it. Locks are taken in the order of {@link #number}, so that decisions
 * over several counters cannot deadlock.
 */
final class Counter {

    final ReentrantLock lock = new ReentrantLock();
    final long number;

    /** Guarded by the lock; replaced on reset. */
    Counting state;

    /** Guarded by the lock: the table has let go of this counter, whoever still holds it must look again. */
    boolean retired;

    /** Guarded by the lock: whether it was asked what is already used. */
    boolean seeded;

    private volatile long idleNanos;

    Counter(long number, Limit limit) {
        this.number = number;
        this.state = Counting.of(limit.algorithm());
        serve(limit);
    }

    /** Takes note of the limit now in force: a re-configured window changes how long a counter lives. */
    void serve(Limit limit) {
        long nanos = TimeUnit.MICROSECONDS.toNanos(limit.idleMicros());
        if (nanos != idleNanos) {
            idleNanos = nanos;
        }
    }

    long idleNanos() {
        return idleNanos;
    }

    void retire() {
        lock.lock();
        try {
            retired = true;
        } finally {
            lock.unlock();
        }
    }
}
