package io.github.ostiary.rule;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Pace;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads on which resolvers are asked for plans: a few, for all rules of a guard. Thread-safe. */
final class PlanThreads implements AutoCloseable {

    private static final int THREADS = 4;
    static final int MOST_WAITING = 1_000;
    private static final long LONGEST_MICROS = 30_000_000;

    private final TimeSource time;
    private final Pace pace;
    private final ScheduledExecutorService threads;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Set<AskedPlan> running = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean tidying = new AtomicBoolean();

    PlanThreads(TimeSource time) {
        this.time = time;
        this.pace = Pace.of(time);
        this.threads = pace.threads("ostiary-plans", THREADS, 1_000);
    }

    TimeSource time() {
        return time;
    }

    Pace pace() {
        return pace;
    }

    /** A question that is being asked. */
    private record AskedPlan(Thread thread, long begunMicros) {}

    /**
     * Asks a question soon.
     *
     * @return false if too many wait
     */
    boolean ask(Runnable question) {
        interruptHanging();
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return false;
        }
        try {
            threads.execute(() -> asked(question));
            return true;
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
            return false;
        }
    }

    private void asked(Runnable question) {
        waiting.decrementAndGet();
        AskedPlan own = new AskedPlan(Thread.currentThread(), pace.micros());
        running.add(own);
        try {
            question.run();
        } finally {
            running.remove(own);
            boolean unused = Thread.interrupted();
        }
    }

    /** One that ends just then may interrupt the next in its place, which is asked again. */
    private void interruptHanging() {
        if (!running.isEmpty()) {
            long latest = pace.micros() - LONGEST_MICROS;
            running.removeIf(each -> {
                boolean hangs = each.begunMicros < latest;
                if (hangs) {
                    each.thread.interrupt();
                }
                return hangs;
            });
        }
    }

    /** Does something that takes a moment; at most one at a time. */
    void run(Runnable task) {
        if (tidying.compareAndSet(false, true)) {
            try {
                threads.execute(() -> {
                    try {
                        task.run();
                    } finally {
                        tidying.set(false);
                    }
                });
            } catch (RejectedExecutionException e) {
                tidying.set(false);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
