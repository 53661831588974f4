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

    /** Caffeine leaves an expiry alone that a look-up would move by less than a second. */
    private static final long TOLERANCE_MICROS = 1_000_000;

    final ReentrantLock lock = new ReentrantLock();
    final long number;

    /** Guarded by the lock; replaced on reset. */
    Counting state;

    /** Guarded by the lock: the table has let go of this counter, whoever still holds it must look again. */
    boolean retired;

    private volatile long idleNanos;

    Counter(long number, Limit limit) {
        this.number = number;
        this.state = Counting.of(limit.algorithm());
        this.idleNanos = idleNanos(limit);
    }

    /**
     * Takes note of the limit now in force: a longer window keeps a counter longer. A shorter one does not let it go
     * sooner, since callers of another plan may share it. Returns whether it is kept longer than before.
     */
    boolean serve(Limit limit) {
        long nanos = idleNanos(limit);
        if (nanos <= idleNanos) {
            return false;
        }
        idleNanos = nanos;
        return true;
    }

    private static long idleNanos(Limit limit) {
        return TimeUnit.MICROSECONDS.toNanos(limit.idleMicros() + TOLERANCE_MICROS + 2 * RememberedTime.GRAIN_MICROS);
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
