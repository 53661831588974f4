package io.github.ostiary.engine;

import io.github.ostiary.store.CounterId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Holds calls that must wait, never more than so many, on threads of its own. Thread-safe. */
public final class WaitQueues implements AutoCloseable {

    private static final int THREADS = 2;

    private final Semaphore room;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ScheduledThreadPoolExecutor timer;
    private final ConcurrentMap<CounterId, WaitQueue> lines = new ConcurrentHashMap<>();
    private final Set<Visit> held = ConcurrentHashMap.newKeySet();

    WaitQueues(int capacity) {
        this.room = new Semaphore(capacity);
        this.timer = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, "ostiary-waiting");
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        });
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Holds a call for a time; false if there is no room. */
    boolean holdUntil(Visit visit, long micros, Runnable then) {
        if (!admit(visit)) {
            return false;
        }
        try {
            endAfter(micros, visit, then);
            return true;
        } catch (Throwable failure) {
            letGo(visit);
            throw failure;
        }
    }

    /** Of whom no timer can be set nobody is held. */
    private static void letGo(Visit visit) {
        boolean unused = visit.become(visit.decision());
    }

    private void endAfter(long micros, Visit visit, Runnable then) {
        ScheduledFuture<?> end = timer.schedule(then, micros, TimeUnit.MICROSECONDS);
        visit.whenReady(() -> end.cancel(false));
    }

    /**
     * Holds a call until it gets what others hold; false if there is no room.
     *
     * @param retry asks again; says what it still waits at, if it does
     * @param expired ends the wait without
     */
    boolean queue(Visit visit, CounterId place, long micros, Supplier<Optional<CounterId>> retry, Runnable expired) {
        if (!admit(visit)) {
            return false;
        }
        WaitQueue.Guest guest = new WaitQueue.Guest(visit, retry, place);
        visit.whenReady(() -> leave(guest));
        try {
            join(guest);
            endAfter(micros, visit, expired);
            return true;
        } catch (Throwable failure) {
            letGo(visit);
            throw failure;
        }
    }

    private void join(WaitQueue.Guest guest) {
        lines.compute(guest.place, (any, line) -> {
            WaitQueue used = line == null ? new WaitQueue(timer, this::ask) : line;
            used.add(guest);
            return used;
        });
    }

    private void leave(WaitQueue.Guest guest) {
        lines.computeIfPresent(guest.place, (any, line) -> line.remove(guest) ? null : line);
    }

    /** Whoever now waits for something else must not keep those behind from what it waited for. */
    private void ask(WaitQueue.Guest guest) {
        Optional<CounterId> now = guest.retry.get();
        if (now.isPresent() && !now.get().equals(guest.place)) {
            leave(guest);
            guest.place = now.get();
            join(guest);
            if (!guest.visit.isWaiting()) {
                leave(guest);
            }
        }
    }

    /** Has something done again and again, until the returned task is run. */
    Runnable every(long micros, Runnable task) {
        ScheduledFuture<?> repeated = timer.scheduleWithFixedDelay(task, micros, micros, TimeUnit.MICROSECONDS);
        return () -> repeated.cancel(false);
    }

    /** Somebody left: whoever is first in line may ask at once. */
    void wake(CounterId place) {
        WaitQueue line = lines.get(place);
        if (line != null) {
            line.wake();
        }
    }

    /** Holds the calling thread for a time; false if there is no room, or everybody was sent home. */
    boolean pause(long micros) throws InterruptedException {
        if (timer.isShutdown() || !room.tryAcquire()) {
            return false;
        }
        try {
            return !closed.await(micros, TimeUnit.MICROSECONDS);
        } finally {
            room.release();
        }
    }

    /** Holds the calling thread until its turn comes; false if that is not in time, or there is no room. */
    boolean await(SlotQueues.SlotTurn turn, long micros) throws InterruptedException {
        if (timer.isShutdown() || !room.tryAcquire()) {
            return false;
        }
        try {
            return turn.comes(micros);
        } finally {
            room.release();
        }
    }

    private boolean admit(Visit visit) {
        if (timer.isShutdown() || !room.tryAcquire()) {
            return false;
        }
        held.add(visit);
        visit.whenReady(() -> {
            held.remove(visit);
            room.release();
        });
        if (timer.isShutdown()) {
            visit.giveUp();
        }
        return true;
    }

    /** Sends everybody home. */
    @Override
    public void close() {
        timer.shutdownNow();
        closed.countDown();
        held.forEach(Visit::giveUp);
    }
}
