package io.github.ostiary.tier;

import io.github.ostiary.store.StoreException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Decides by the results of the last calls whether one server of a store is asked. Thread-safe. */
final class Circuit {

    private static final int IN_A_ROW = 5;
    private static final int SAMPLE = 16;
    private static final long PROBE_MILLIS = 100;
    private static final long LONGEST_PROBE_MILLIS = 2_000;
    private static final long CALM_MICROS = 10_000_000;

    private final long slowMicros;

    /** Guarded by this: outcomes of the last calls, newest lowest, 1 is bad; how many there are; failures in a row. */
    private int history;

    private int calls;
    private int failures;
    private long slowUntil = Long.MIN_VALUE;
    private long calmMicros = Long.MIN_VALUE;
    private long waitMillis = PROBE_MILLIS;
    private final Set<StoreException> counted = Collections.newSetFromMap(new WeakHashMap<>());
    private volatile boolean open;

    /** The thread that brings a server up to date before others ask it. */
    private volatile @Nullable Thread bringing;

    Circuit(long slowMicros) {
        this.slowMicros = slowMicros;
    }

    boolean isOpen() {
        return open && Thread.currentThread() != bringing;
    }

    /** Lets one thread ask while no other may; null lets none. */
    void letIn(@Nullable Thread thread) {
        bringing = thread;
    }

    /**
     * A call came back. A pause of either side makes all calls slow that are under way: those that overlap a counted one
     * do not count.
     *
     * @return whether this opened the circuit
     */
    synchronized boolean succeed(long start, long end) {
        failures = 0;
        boolean slow = end - start > slowMicros;
        if (slow && start < slowUntil) {
            return false;
        }
        slowUntil = slow ? end : slowUntil;
        return note(slow, end);
    }

    /**
     * A call failed. The decisions of one failed batch share one exception and count once, however many batches fail
     * together.
     *
     * @return whether this opened the circuit
     */
    synchronized boolean fail(StoreException failure, long now) {
        if (!failure.evidence() || !counted.add(failure)) {
            return false;
        }
        failures++;
        return note(true, now);
    }

    private boolean note(boolean bad, long now) {
        history = ((history << 1) | (bad ? 1 : 0)) & ((1 << SAMPLE) - 1);
        calls = Math.min(SAMPLE, calls + 1);
        boolean half = calls == SAMPLE && Integer.bitCount(history) * 2 >= SAMPLE;
        return (failures >= IN_A_ROW || half) && trip(now);
    }

    /**
     * Opens it.
     *
     * @return whether it was closed
     */
    synchronized boolean trip(long now) {
        if (open) {
            return false;
        }
        open = true;
        if (now >= calmMicros) {
            waitMillis = PROBE_MILLIS;
        }
        return true;
    }

    /** How long to wait before the server is asked again: twice as long each time, until it has stayed for a while. */
    synchronized long nextProbeMillis() {
        long wait = waitMillis;
        waitMillis = Math.min(LONGEST_PROBE_MILLIS, 2 * wait);
        return wait;
    }

    /** Closes it. */
    synchronized void recover(long now) {
        history = 0;
        calls = 0;
        failures = 0;
        calmMicros = now + CALM_MICROS;
        open = false;
    }
}
