package io.github.ostiary.engine;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Histogram;
import io.github.ostiary.store.Pace;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The queues of calls that must wait, never more than so many, and the threads that end their wait. Thread-safe. */
public final class WaitQueues implements AutoCloseable {

    private static final int THREADS = 2;

    /** One key may have one part of all places; calls with credentials, which all go on once these prove right, all but one. */
    private static final int PARTS = 4;

    private final int capacity;
    private final int share;
    private final Semaphore room;
    private final @Nullable Histogram waits;
    private final Set<Stay> staying = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer;

    /** The pace by which threads wait. */
    final Pace pace;

    /** Empty while no call waits for others. */
    final ConcurrentMap<CounterId, WaitQueue> queues = new ConcurrentHashMap<>();

    /** How many calls each key has waiting; none while no call waits. */
    private final ConcurrentMap<CounterId, Integer> shares = new ConcurrentHashMap<>();

    private final Set<WaitingAdmission> held = ConcurrentHashMap.newKeySet();

    /**
     * No call waits yet.
     *
     * @param waits how long calls have waited, µs; null if they are not measured
     * @param pace by which they wait
     */
    WaitQueues(int capacity, @Nullable Histogram waits, Pace pace) {
        this.pace = pace;
        this.capacity = capacity;
        this.waits = waits;
        this.share = Math.max(1, capacity / PARTS);
        this.room = new Semaphore(capacity);
        this.timer = pace.threads("ostiary-waiting", THREADS, 1_000);
    }

    /** Has the wait of a call end after a time; without a timer it ends now. */
    void endAfter(long micros, WaitingAdmission call, Runnable then) {
        try {
            ScheduledFuture<?> end = timer.schedule(then, micros, TimeUnit.MICROSECONDS);
            call.whenReady(() -> end.cancel(false));
        } catch (Throwable failure) {
            call.giveUp();
            throw failure;
        }
    }

    /**
     * Holds a call until it gets what others hold; false if there is no room.
     *
     * @param expired ends the wait without
     */
    boolean queue(WaitingAdmission call, CounterId counter, long micros, Runnable expired) {
        if (!hold(call, counter)) {
            return false;
        }
        WaitQueue.Waiter waiter = new WaitQueue.Waiter(call, counter);
        call.whenReady(() -> leave(waiter));
        endAfter(micros, call, expired);
        join(waiter);
        return true;
    }

    private void join(WaitQueue.Waiter waiter) {
        queues.compute(waiter.counter, (any, queue) -> {
            WaitQueue used = queue == null ? new WaitQueue(timer, this::ask) : queue;
            used.add(waiter);
            return used;
        });
    }

    private void leave(WaitQueue.Waiter waiter) {
        queues.computeIfPresent(waiter.counter, (any, queue) -> queue.remove(waiter) ? null : queue);
    }

    /** A call that now waits for something else, or not at all, must not keep those behind from what it waited for. */
    private void ask(WaitQueue.Waiter waiter) {
        Optional<CounterId> now = waiter.call.askAgain();
        if (now.isEmpty()) {
            leave(waiter);
        } else if (!now.get().equals(waiter.counter)) {
            leave(waiter);
            waiter.counter = now.get();
            join(waiter);
        }
    }

    /** A call left: the first in the queue may ask at once. */
    void wake(Claim left) {
        WaitQueue queue = queues.get(left.counterId());
        if (queue != null) {
            queue.wake();
        }
    }

    /** Calls that may go on, wherever they stand in their queues, ask at once. */
    void retry(Predicate<WaitingAdmission> may) {
        for (WaitingAdmission call : held) {
            if (may.test(call)) {
                var unused = call.askAgain();
            }
        }
    }

    /** The right to hold a thread; null if there is no room, or everybody was sent home. For the thread that asks. */
    @Nullable
    Stay stay() {
        if (timer.isShutdown() || !room.tryAcquire()) {
            return null;
        }
        Stay stay = new Stay();
        staying.add(stay);
        return stay;
    }

    /** A waiting thread that can be woken to look again. */
    final class Stay implements AutoCloseable {

        private final Semaphore woken = new Semaphore(0);
        private final long begun = begin();

        /** Holds the thread for a time, or until it is woken; false if everybody was sent home. */
        boolean pause(long micros) throws InterruptedException {
            if (!timer.isShutdown() && pace.acquire(woken, micros)) {
                woken.drainPermits();
            }
            return !timer.isShutdown();
        }

        void wake() {
            woken.release();
        }

        @Override
        public void close() {
            staying.remove(this);
            leave(begun);
        }
    }

    private long begin() {
        return waits == null ? 0 : pace.micros();
    }

    /** Makes room for others. */
    private void leave(long begun) {
        room.release();
        if (waits != null) {
            waits.add(pace.micros() - begun);
        }
    }

    /** How many calls wait now. */
    int size() {
        return capacity - room.availablePermits();
    }

    /** How many may wait. */
    int room() {
        return capacity;
    }

    /** Holds a call until it is ready; false if there is no room, or too many wait for the same. */
    boolean hold(WaitingAdmission call, CounterId key) {
        if (timer.isShutdown() || !takesShare(key, Waivers.mayApply(call.soFar().asks()) ? PARTS - 1 : 1)) {
            return false;
        }
        if (!room.tryAcquire()) {
            leaveShare(key);
            return false;
        }
        held.add(call);
        long begun = begin();
        call.whenReady(() -> {
            held.remove(call);
            leaveShare(key);
            leave(begun);
        });
        if (timer.isShutdown()) {
            call.giveUp();
        }
        return true;
    }

    /** Whether one more call may wait for a key: a key with many waiting calls must leave places for the others. */
    private boolean takesShare(CounterId key, int parts) {
        boolean[] taken = new boolean[1];
        shares.compute(key, (any, waiting) -> {
            int before = waiting == null ? 0 : waiting;
            taken[0] = before < parts * share;
            return taken[0] ? Integer.valueOf(before + 1) : waiting;
        });
        return taken[0];
    }

    private void leaveShare(CounterId key) {
        shares.computeIfPresent(key, (any, waiting) -> waiting == 1 ? null : Integer.valueOf(waiting - 1));
    }

    /** Sends everybody home. */
    @Override
    public void close() {
        timer.shutdownNow();
        staying.forEach(Stay::wake);
        held.forEach(WaitingAdmission::giveUp);
    }
}
