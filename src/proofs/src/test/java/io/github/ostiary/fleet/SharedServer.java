package io.github.ostiary.fleet;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What all nodes share: counters that go by one clock, and can be forgotten. It does what it is asked at once. */
final class SharedServer {

    /** A question to the counters. */
    interface Question<T> {
        T ask(Store counters) throws StoreException;
    }

    private record Entry(long micros, Question<?> question) {}

    private final TimeSource clock;
    private final Function<TimeSource, Store> maker;
    private final List<Entry> journal = new ArrayList<>();
    private Store counters;
    private long told = -1;
    private int epoch;

    /**
     * A server.
     *
     * @param maker makes empty counters that go by a clock
     */
    SharedServer(TimeSource clock, Function<TimeSource, Store> maker) {
        this.clock = clock;
        this.maker = maker;
        this.counters = fresh();
    }

    private Store fresh() {
        if (counters != null) {
            counters.close();
        }
        return maker.apply(() -> told < 0 ? clock.micros() : told);
    }

    <T> T ask(Question<T> question, boolean changes) throws StoreException {
        if (changes) {
            journal.add(new Entry(clock.micros(), question));
        }
        return question.ask(counters);
    }

    /** Changes whenever data are lost. */
    String epoch() {
        return "epoch-" + epoch;
    }

    /** Forgets everything. */
    void flush() {
        epoch++;
        journal.clear();
        counters = fresh();
    }

    /** Another takes over who has not heard of what was done last. */
    void failOver(long lostMicros) {
        epoch++;
        long until = clock.micros() - lostMicros;
        journal.removeIf(entry -> entry.micros() > until);
        told = journal.isEmpty() ? clock.micros() : journal.get(0).micros();
        counters = fresh();
        for (Entry entry : journal) {
            told = entry.micros();
            try {
                Object unused = entry.question().ask(counters);
            } catch (StoreException | RuntimeException e) {
                // As it was answered before.
            }
        }
        told = -1;
    }

    void close() {
        counters.close();
    }
}
