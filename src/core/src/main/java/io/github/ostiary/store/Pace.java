package io.github.ostiary.store;

import io.github.ostiary.TimeSource;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;

/**
 * The way time passes for the threads of a guard: what they do later, and how long they wait. It is the machine's way, unless
 * the clock that a guard was given brings another. Thread-safe.
 */
public interface Pace extends TimeSource {

    /**
     * The pace that belongs to a clock.
     *
     * @param clock of a guard
     * @return the clock, if it is one; else the machine's: threads do not wait by a clock that a test moves
     */
    static Pace of(TimeSource clock) {
        return clock instanceof Pace pace ? pace : MachinePace.INSTANCE;
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
    ScheduledExecutorService threads(String name, int most, long idleMillis);

    /**
     * A lock that may be held while a store is asked.
     *
     * @return free, and reentrant
     */
    Lock lock();

    /**
     * Waits for a permit.
     *
     * @param permits of which one is taken
     * @param micros for how long at most, µs
     * @return whether one was taken
     * @throws InterruptedException if the thread is, or was before
     */
    boolean acquire(Semaphore permits, long micros) throws InterruptedException;

    /**
     * Waits for an end.
     *
     * @param end of something that another thread does
     * @param micros for how long at most, µs
     * @throws InterruptedException if the thread is, or was before
     * @throws ExecutionException if it ended by a failure
     * @throws TimeoutException if it has not ended by then
     */
    void await(Future<?> end, long micros) throws InterruptedException, ExecutionException, TimeoutException;
}
