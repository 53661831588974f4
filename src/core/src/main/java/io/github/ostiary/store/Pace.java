package io.github.ostiary.store;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.DaemonThread;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way time passes for the threads of a guard: what they do later, and how long they wait. It is the machine's way, unless
 * the clock that a guard was given brings another. Thread-safe.
 */
public interface Pace extends TimeSource {

    /** Threads of this machine, by its clock. */
    Pace MACHINE = () -> TimeSource.system().micros();

    /**
     * The pace that belongs to a clock.
     *
     * @param clock of a guard
     * @return the clock, if it is one; else the machine's: threads do not wait by a clock that a test moves
     */
    static Pace of(TimeSource clock) {
        return clock instanceof Pace pace ? pace : MACHINE;
    }

    /**
     * Threads for what no request should wait for. They are daemons, and are there only while there is something to do; what
     * comes after their end is dropped.
     *
     * @param name of each
     * @param most how many, at least 1
     * @param idleMillis how long one without work stays, at least 1
     * @return to be ended by the caller
     */
    default ScheduledExecutorService threads(String name, int most, long idleMillis) {
        ScheduledThreadPoolExecutor threads =
                new ScheduledThreadPoolExecutor(most, task -> DaemonThread.of(task, name));
        threads.setKeepAliveTime(idleMillis, TimeUnit.MILLISECONDS);
        threads.allowCoreThreadTimeOut(true);
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        threads.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        return threads;
    }

    /**
     * A lock that may be held while a store is asked.
     *
     * @return free, and reentrant
     */
    default Lock lock() {
        return new ReentrantLock();
    }

    /**
     * Waits for a permit.
     *
     * @param permits of which one is taken
     * @param micros for how long at most, µs
     * @return whether one was taken
     * @throws InterruptedException if the thread is, or was before
     */
    default boolean acquire(Semaphore permits, long micros) throws InterruptedException {
        return permits.tryAcquire(micros, TimeUnit.MICROSECONDS);
    }

    /**
     * Waits for an end.
     *
     * @param end of something that another thread does
     * @param micros for how long at most, µs
     * @throws InterruptedException if the thread is, or was before
     * @throws ExecutionException if it ended by a failure
     * @throws TimeoutException if it has not ended by then
     */
    default void await(Future<?> end, long micros) throws InterruptedException, ExecutionException, TimeoutException {
        Object unused = end.get(micros, TimeUnit.MICROSECONDS);
    }
}
