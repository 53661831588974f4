package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The context that all servers of a store share. Thread-safe.
 *
 * @param script what they run
 * @param prefix of every key
 * @param budgetMicros {@code redis.timeout}, µs
 * @param time the local monotonic clock
 * @param threads that send in place of those that must not
 * @param counts of calls; null if they are not counted
 * @param observer receives what became of calls
 */
record ServerContext(
        Script script,
        String prefix,
        long budgetMicros,
        TimeSource time,
        PlatformThreads threads,
        @Nullable StoreCounts counts,
        AtomicReference<Store.Observer> observer) {

    private static final Store.Observer NONE = new Store.Observer() {
        @Override
        public void answered(String primary, long begun, long ended) {}

        @Override
        public void failed(String primary, StoreException failure) {}
    };

    ServerContext(Script script, String prefix, long budgetMicros, TimeSource time, @Nullable StoreCounts counts) {
        this(script, prefix, budgetMicros, time, new PlatformThreads(), counts, new AtomicReference<>(NONE));
    }

    /** The observer that is set, or one that does nothing. */
    Store.Observer watching() {
        return Objects.requireNonNull(observer.get());
    }

    long deadline() {
        return time.micros() + budgetMicros;
    }
}
