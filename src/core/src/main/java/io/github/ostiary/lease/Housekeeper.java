package io.github.ostiary.lease;

import io.github.ostiary.store.Pace;
import io.github.ostiary.text.Log;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Does in the background what no request should pay for, on one thread, which ends when there is nothing to do. Thread-safe. */
public final class Housekeeper implements AutoCloseable {

    private static final System.Logger LOG = Log.of(Housekeeper.class);
    private static final long BREATH_MILLIS = 100;

    private final ScheduledExecutorService thread;
    private final long everyMillis;
    private final BooleanSupplier round;
    private final Runnable errand;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final AtomicBoolean hurried = new AtomicBoolean();

    /**
     * Idle.
     *
     * @param name of its thread
     * @param everyMillis how long after it was woken, or after the round before, a round begins
     * @param round done again and again while awake; says whether there is more to do
     * @param errand done at once when hurried, at most ten times a second
     * @param pace of its thread
     */
    public Housekeeper(String name, long everyMillis, BooleanSupplier round, Runnable errand, Pace pace) {
        this.everyMillis = everyMillis;
        this.round = round;
        this.errand = errand;
        this.thread = pace.threads(name, 1, 2 * everyMillis);
    }

    /** There is something to do. */
    public void wake() {
        if (!awake.get() && awake.compareAndSet(false, true)) {
            var unused = thread.schedule(this::round, everyMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** A thread that wakes it from now on has another round. */
    private void round() {
        awake.set(false);
        boolean more = true;
        try {
            more = round.getAsBoolean();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A round of renewals has failed", e);
        }
        if (more) {
            wake();
        }
    }

    /** Something cannot wait for the next round. */
    public void hurry() {
        wake();
        if (!hurried.get() && hurried.compareAndSet(false, true)) {
            run(errand);
            var unused = thread.schedule(() -> hurried.set(false), BREATH_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Does something once. */
    public void run(Runnable task) {
        thread.execute(() -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "A task has failed", e);
            }
        });
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
