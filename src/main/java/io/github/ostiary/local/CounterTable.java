package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Limit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds counters, in bounded memory and without amnesty: an idle counter equals a fresh one and is let go; a live one
 * never is. When all are live, new callers share 1,024 hashed counters per limit. Thread-safe.
 */
final class CounterTable {

    /*
     * Naive: a cache of a maximum size. Flaw: whoever can make up identities pushes a refused caller's counter out, and
     * is let in again. So the table has no maximum of its own: entries end when idle, and a full table hands newcomers a
     * shared counter, which may refuse too much but never forgets. A caller keeps its shared counter while that is
     * live, even when room is found again, or it would start afresh.
     */
    private static final int OVERFLOW_SLOTS = 1_024;
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long capacity;
    private final Ticker ticker;
    private final Cache<CounterId, Counter> counters;
    private final Cache<CounterId, Counter> shared;
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong sweptNanos;

    CounterTable(long capacity, Ticker ticker) {
        this.capacity = capacity;
        this.ticker = ticker;
        this.counters = table(ticker);
        this.shared = table(ticker);
        this.sweptNanos = new AtomicLong(ticker.read() - SWEEP_NANOS);
    }

    private static Cache<CounterId, Counter> table(Ticker ticker) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfter(
                        Expiry.<CounterId, Counter>accessing((id, counter) -> Duration.ofNanos(counter.idleNanos())))
                .evictionListener(CounterTable::retire)
                .build();
    }

    private static void retire(@Nullable CounterId id, @Nullable Counter counter, RemovalCause cause) {
        if (counter != null) {
            counter.retire();
        }
    }

    /** The counter to use, made if need be. */
    Counter get(Limit limit, String identity) {
        CounterId id = CounterId.of(limit, identity);
        Counter own = counters.getIfPresent(id);
        if (own == null) {
            own = getOrShare(limit, id);
        }
        if (own.serve(limit)) {
            touch(id);
        }
        return own;
    }

    /** A look at a counter begins its time to live afresh, by the window it now has. */
    private void touch(CounterId id) {
        var unused = find(id);
    }

    /** The counter in use, or null if this caller's would be a fresh one. */
    @Nullable
    Counter find(Limit limit, String identity) {
        return find(CounterId.of(limit, identity));
    }

    private @Nullable Counter find(CounterId id) {
        Counter own = counters.getIfPresent(id);
        return own != null ? own : shared.getIfPresent(id.overflow(OVERFLOW_SLOTS));
    }

    private Counter getOrShare(Limit limit, CounterId id) {
        if (shared.estimatedSize() > 0) {
            Counter inUse = shared.getIfPresent(id.overflow(OVERFLOW_SLOTS));
            if (inUse != null) {
                return inUse;
            }
        }
        return full() ? make(shared, id.overflow(OVERFLOW_SLOTS), limit) : make(counters, id, limit);
    }

    private Counter make(Cache<CounterId, Counter> table, CounterId id, Limit limit) {
        return table.get(id, any -> new Counter(numbers.getAndIncrement(), limit));
    }

    private boolean full() {
        if (counters.estimatedSize() < capacity) {
            return false;
        }
        long now = ticker.read();
        long last = sweptNanos.get();
        if (now - last >= SWEEP_NANOS && sweptNanos.compareAndSet(last, now)) {
            counters.cleanUp();
            shared.cleanUp();
        }
        return counters.estimatedSize() >= capacity;
    }

    /** How many counters are held; for tests and metrics, exact after a sweep. */
    long size() {
        counters.cleanUp();
        shared.cleanUp();
        return counters.estimatedSize() + shared.estimatedSize();
    }
}
