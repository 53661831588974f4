package io.github.ostiary.engine;

import io.github.ostiary.Claim;
import io.github.ostiary.LockBook;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stops asking a store that does not answer, so that an outage costs requests nothing. Thread-safe.
 *
 * <p>Opens after five failures in a row, or when half of the last sixteen calls failed or took more than half of the
 * budget. Calls that share one failure, or one pause, count as one. While open, every call fails at once, and a
 * background thread asks whether the store is back: no request ever pays for finding out.
 */
public final class Breaker implements Store {

    private static final System.Logger LOG = System.getLogger(Breaker.class.getName());
    private static final int IN_A_ROW = 5;
    private static final int SAMPLE = 16;
    private static final long PROBE_MILLIS = 100;
    private static final long LONGEST_PROBE_MILLIS = 2_000;
    private static final long QUIET_MICROS = 10_000_000;

    /** What a store that was away must hear before requests reach it again. */
    @FunctionalInterface
    public interface Returning {

        /**
         * Tells it, by the thread that asks in the background.
         *
         * @throws StoreException if it is away again: it is asked again later
         */
        void tell() throws StoreException;
    }

    /** One operation of the store. */
    private interface Call<T> {

        T run() throws StoreException;
    }

    private final Store store;
    private final TimeSource time;
    private final long slowMicros;
    private final ScheduledThreadPoolExecutor prober;

    /** Guarded by this: outcomes of the last calls, newest lowest, 1 is bad; how many there are; failures in a row. */
    private int history;

    private int calls;
    private int failures;
    private long slowUntil = Long.MIN_VALUE;
    private final Set<StoreException> counted = Collections.newSetFromMap(new WeakHashMap<>());
    private final AtomicLong tellMicros = new AtomicLong(Long.MIN_VALUE);
    private volatile boolean open;
    private volatile Runnable onAway = () -> {};
    private volatile Returning onReturn = () -> {};
    private volatile Runnable onBack = () -> {};

    /**
     * Closed: asks the store.
     *
     * @param store closed with the breaker
     * @param budget of a call; half of it is slow
     * @param time the local monotonic clock
     */
    public Breaker(Store store, Duration budget, TimeSource time) {
        this.store = store;
        this.time = time;
        this.slowMicros = budget.toNanos() / 2_000;
        this.prober = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "ostiary-store-probe");
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        });
        prober.setKeepAliveTime(1, TimeUnit.SECONDS);
        prober.allowCoreThreadTimeOut(true);
        prober.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        prober.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
        return guarded(() -> store.ask(operation, claims));
    }

    @Override
    public LockBook locks() throws StoreException {
        return store.locks();
    }

    /**
     * Has something done when the store goes away, and when it is back; by the thread that finds out.
     *
     * @param away quick, and never fails
     * @param returning done when the store answers, before requests reach it; it may ask the store for its locks and epoch
     * @param back done by the thread that asks in the background, when requests reach the store
     */
    public void watch(Runnable away, Returning returning, Runnable back) {
        onAway = away;
        onReturn = returning;
        onBack = back;
    }

    private <T> T guarded(Call<T> call) throws StoreException {
        if (open) {
            throw StoreException.withoutEvidence("the store does not answer; it is asked in the background");
        }
        long start = time.micros();
        try {
            T answer = call.run();
            succeed(start, time.micros());
            return answer;
        } catch (StoreException e) {
            tell(start, e);
            fail(e);
            throw e;
        }
    }

    /** One that fails now and then trips nothing, but should not go unheard. */
    private void tell(long now, StoreException failure) {
        long next = tellMicros.get();
        if (now >= next && tellMicros.compareAndSet(next, now + QUIET_MICROS)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The shared store failed a call, onStoreFailure decided it: {0}",
                    failure.getMessage());
        }
    }

    /** A pause of either side makes all calls slow that are under way: those that overlap a counted one do not count. */
    private synchronized void succeed(long start, long end) {
        failures = 0;
        boolean slow = end - start > slowMicros;
        if (!slow || start >= slowUntil) {
            slowUntil = slow ? end : slowUntil;
            note(slow);
        }
    }

    /** The decisions of one failed batch share one exception and count once, however many batches fail together. */
    private synchronized void fail(StoreException failure) {
        if (failure.evidence() && counted.add(failure)) {
            failures++;
            note(true);
        }
    }

    private void note(boolean bad) {
        history = ((history << 1) | (bad ? 1 : 0)) & ((1 << SAMPLE) - 1);
        calls = Math.min(SAMPLE, calls + 1);
        boolean half = calls == SAMPLE && Integer.bitCount(history) * 2 >= SAMPLE;
        if (!open && (failures >= IN_A_ROW || half)) {
            trip(
                    failures >= IN_A_ROW
                            ? "it failed " + IN_A_ROW + " times in a row"
                            : "half of the last calls failed or were slow");
        }
    }

    private void trip(String why) {
        open = true;
        LOG.log(System.Logger.Level.WARNING, "The shared store is not asked for now, onStoreFailure decides: " + why);
        onAway.run();
        schedule(PROBE_MILLIS);
    }

    private void schedule(long millis) {
        var unused = prober.schedule(() -> probe(millis), millis, TimeUnit.MILLISECONDS);
    }

    /** Whatever goes wrong, the store is asked again, nobody else will; ever less often, while it stays away. */
    private void probe(long waited) {
        boolean back = false;
        try {
            long start = time.micros();
            store.ping();
            if (time.micros() - start <= slowMicros) {
                onReturn.tell();
                back = true;
            }
        } catch (StoreException | RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "The shared store is still away", e);
        } finally {
            if (back) {
                recover();
                onBack.run();
            } else {
                schedule(Math.min(LONGEST_PROBE_MILLIS, 2 * waited));
            }
        }
    }

    private synchronized void recover() {
        history = 0;
        calls = 0;
        failures = 0;
        open = false;
        LOG.log(System.Logger.Level.INFO, "The shared store answers again");
    }

    /** Starts as if the store had failed: it is asked in the background first. */
    public synchronized void startOpen() {
        trip("it does not answer at start-up");
    }

    @Override
    public String epoch() throws StoreException {
        return store.epoch();
    }

    @Override
    public void ping() throws StoreException {
        store.ping();
    }

    @Override
    public void close() {
        prober.shutdownNow();
        store.close();
    }
}
