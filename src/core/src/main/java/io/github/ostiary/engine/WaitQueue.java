package io.github.ostiary.engine;

import io.github.ostiary.store.CounterId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls that wait for the same key on this node, in the order they came. Thread-safe. */
final class WaitQueue {

    /*
     * Only the first in the queue asks the store: when a call on this node leaves, and every 20 ms, then 40, up to 200,
     * since other nodes leave without telling. Who is let in makes room for the next, who asks at once: so a queue of
     * twenty costs the store one question per place that becomes free, and five per second while none does.
     */
    private static final long FIRST_MILLIS = 20;
    private static final long LONGEST_MILLIS = 200;

    /** A call that waits, and at what. */
    static final class Waiter {

        final WaitingAdmission call;
        volatile CounterId counter;

        Waiter(WaitingAdmission call, CounterId counter) {
            this.call = call;
            this.counter = counter;
        }
    }

    private final ScheduledExecutorService timer;
    private final Consumer<Waiter> asker;
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private long pauseMillis = FIRST_MILLIS;
    private boolean asking;
    private boolean woken;
    private @Nullable ScheduledFuture<?> next;

    WaitQueue(ScheduledExecutorService timer, Consumer<Waiter> asker) {
        this.timer = timer;
        this.asker = asker;
    }

    synchronized void add(Waiter waiter) {
        waiters.addLast(waiter);
        if (waiters.size() == 1) {
            pauseMillis = FIRST_MILLIS;
            schedule(pauseMillis);
        }
    }

    /** Whether the queue is empty. */
    synchronized boolean remove(Waiter waiter) {
        boolean first = waiter.equals(waiters.peekFirst());
        waiters.remove(waiter);
        if (first && !waiters.isEmpty()) {
            wake();
        }
        return waiters.isEmpty();
    }

    synchronized void wake() {
        if (asking) {
            woken = true;
        } else {
            pauseMillis = FIRST_MILLIS;
            schedule(0);
        }
    }

    private void schedule(long millis) {
        if (next != null) {
            next.cancel(false);
        }
        next = timer.schedule(this::ask, millis, TimeUnit.MILLISECONDS);
    }

    private void ask() {
        Waiter first = begin();
        if (first != null) {
            try {
                asker.accept(first);
            } finally {
                end();
            }
        }
    }

    private synchronized @Nullable Waiter begin() {
        if (asking) {
            woken = true;
            return null;
        }
        asking = !waiters.isEmpty();
        return waiters.peekFirst();
    }

    private synchronized void end() {
        asking = false;
        if (waiters.isEmpty()) {
            return;
        }
        pauseMillis = woken ? FIRST_MILLIS : Math.min(LONGEST_MILLIS, 2 * pauseMillis);
        schedule(woken ? 0 : pauseMillis);
        woken = false;
    }
}
