package io.github.ostiary.store;

import java.util.concurrent.atomic.LongAdder;

/** The counts of what a shared store was asked, and of what this node could tell without it. Thread-safe. */
public final class StoreCounts {

    private final LongAdder nearDenials = new LongAdder();
    private final LongAdder standIns = new LongAdder();
    private final LongAdder timeouts = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final Histogram calls = Histogram.ofTimes();
    private final Histogram batches = new Histogram(1, 2, 4, 8, 16, 32, 64);

    /** Nothing yet. */
    public StoreCounts() {}

    /** This node denied a call by what the store had just answered, without asking it. */
    public void nearDenial() {
        nearDenials.increment();
    }

    /** The store did not answer: a failure policy decides. */
    public void standIn() {
        standIns.increment();
    }

    /** A call went on without the store's answer, since its time was over. */
    public void timeout() {
        timeouts.increment();
    }

    /**
     * The store was called.
     *
     * @param micros how long it took
     * @param batch how many were asked for in it
     * @param answered false if it failed
     */
    public void called(long micros, int batch, boolean answered) {
        calls.add(micros);
        batches.add(batch);
        if (!answered) {
            failures.increment();
        }
    }

    public long nearDenials() {
        return nearDenials.sum();
    }

    public long standIns() {
        return standIns.sum();
    }

    public long timeouts() {
        return timeouts.sum();
    }

    /** Calls that failed, which are among all calls. */
    public long failures() {
        return failures.sum();
    }

    /** All calls, by how long they took, µs. */
    public Histogram calls() {
        return calls;
    }

    /** All calls, by how many were asked for in them. */
    public Histogram batches() {
        return batches;
    }
}
