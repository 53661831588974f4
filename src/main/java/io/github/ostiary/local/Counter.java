package io.github.ostiary.local;

import io.github.ostiary.store.Claim;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One counter's state and the lock that guards it. Locks are taken in the order of {@link #number}, so that decisions
 * over several counters cannot deadlock.
 *
 * @param <C> the claims it is about
 */
final class Counter<C extends Claim> {

    /** Caffeine leaves an expiry alone that a look-up would move by less than a second; so do we, who look more quietly. */
    private static final long TOLERANCE_MICROS = 1_000_000;

    private static final long TOUCH_NANOS = nanosOf(TOLERANCE_MICROS + CoarseClock.GRAIN_MICROS);

    final ReentrantLock lock = new ReentrantLock();
    final long number;

    /** Whether callers share it who have nothing to do with each other: then nobody's good deeds clear it. */
    final boolean shared;

    /** Guarded by the lock. */
    final CounterState<C> state;

    /** Guarded by the lock: the table has let go of this counter, whoever still holds it must look again. */
    boolean retired;

    private volatile long idleNanos;

    /** When a look-up last began its time to live afresh. */
    private volatile long touchedNanos;

    Counter(long number, boolean shared, CounterState<C> state, long idleMicros, long nowNanos) {
        this.number = number;
        this.shared = shared;
        this.state = state;
        this.idleNanos = nanos(idleMicros);
        this.touchedNanos = nowNanos;
    }

    /** Whether it is time to begin its time to live afresh, as of now: once a second at most. */
    boolean touch(long nowNanos) {
        if (nowNanos - touchedNanos < TOUCH_NANOS) {
            return false;
        }
        touchedNanos = nowNanos;
        return true;
    }

    /**
     * Takes note of how long it must be kept: a longer window keeps a counter longer. A shorter one does not let it go
     * sooner, since callers of another plan may share it. Returns whether it is kept longer than before.
     */
    boolean serve(long idleMicros) {
        long nanos = nanos(idleMicros);
        if (nanos <= idleNanos) {
            return false;
        }
        idleNanos = nanos;
        return true;
    }

    /** Nothing is left of what it was kept for. Returns whether it was kept longer. */
    boolean spend() {
        long nanos = nanos(0);
        boolean longer = idleNanos > nanos;
        idleNanos = nanos;
        return longer;
    }

    private static long nanos(long idleMicros) {
        return nanosOf(idleMicros + TOLERANCE_MICROS + 4 * CoarseClock.GRAIN_MICROS);
    }

    private static long nanosOf(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
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
