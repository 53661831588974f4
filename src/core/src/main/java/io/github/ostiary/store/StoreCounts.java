package io.github.ostiary.store;

import io.github.ostiary.operator.StoreFigure;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The counts of what a shared store was asked, and of what this node could tell without it. Thread-safe. */
public final class StoreCounts {

    private final Map<StoreFigure, LongAdder> counted = new EnumMap<>(StoreFigure.class);
    private final LongAdder failures = new LongAdder();
    private final Histogram calls = Histogram.ofTimes();
    private final Histogram batches = new Histogram(1, 2, 4, 8, 16, 32, 64);

    /** Nothing yet. */
    public StoreCounts() {
        StoreFigure.ALL.forEach(figure -> counted.put(figure, new LongAdder()));
    }

    /** It happened once more. */
    public void count(StoreFigure figure) {
        adder(figure).increment();
    }

    /** How often it happened. */
    public long of(StoreFigure figure) {
        return adder(figure).sum();
    }

    private LongAdder adder(StoreFigure figure) {
        return Objects.requireNonNull(counted.get(figure));
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
