package io.github.ostiary.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Queues of callers on this node, one per identity, each for the permits of one rule. Thread-safe. */
final class SlotQueues {

    /**
     * How often a queue looks at its counter while callers wait, µs: other nodes make room, too. A denial is known for a
     * second, so every second look at a window asks the store.
     */
    static final long LOOK_MICROS = 500_000;

    /** A look at a counter: when, after how much news, and when all that was used then is paid back. */
    private record PaidBack(long askedMicros, int news, long endMicros) {}

    private static final class SlotQueue {

        final Semaphore head = new Semaphore(1, true);
        final AtomicInteger news = new AtomicInteger();
        final Set<WaitQueues.Stay> waiting = ConcurrentHashMap.newKeySet();
        final Lock looking;

        /** Guarded by the lock. */
        @Nullable
        PaidBack level;

        int waiters;

        SlotQueue(Lock looking) {
            this.looking = looking;
        }

        void wake() {
            news.incrementAndGet();
            waiting.forEach(WaitQueues.Stay::wake);
        }
    }

    /** A place in a queue; given up when closed. For one thread. */
    static final class SlotTurn implements AutoCloseable {

        private final SlotQueues turns;
        private final String identity;
        private final SlotQueue queue;
        private WaitQueues.@Nullable Stay stay;
        private boolean taken;
        private int seen;

        private SlotTurn(SlotQueues turns, String identity, SlotQueue queue) {
            this.turns = turns;
            this.identity = identity;
            this.queue = queue;
        }

        /** Whether this one is the first. */
        boolean comes() throws InterruptedException {
            taken = queue.head.tryAcquire(0, TimeUnit.MICROSECONDS);
            return taken;
        }

        /** Whether this one becomes the first within a time, µs; false also if there is no room to wait. */
        boolean comes(long micros) throws InterruptedException {
            taken = stays() && turns.waiting.pace.acquire(queue.head, micros);
            return taken;
        }

        /** The counter is looked at now: news from here on end the next pause. */
        void looks() {
            seen = queue.news.get();
        }

        /**
         * Holds the thread for a time, or until there is news.
         *
         * @return false if there is no room to wait, or all are sent home
         */
        boolean pause(long micros) throws InterruptedException {
            WaitQueues.Stay here = stays() ? stay : null;
            return here != null && here.pause(queue.news.get() == seen ? micros : 0);
        }

        private boolean stays() {
            if (stay == null) {
                stay = turns.waiting.stay();
                if (stay != null) {
                    queue.waiting.add(stay);
                }
            }
            return stay != null;
        }

        /**
         * The time when all that is used is paid back, as far as was seen since a slot was taken. One caller looks for
         * all who wait.
         *
         * @param takenMicros when the slot had been taken
         * @param untilPaid looks; how long it takes, µs
         * @return µs; {@link Long#MAX_VALUE} if nothing was seen
         */
        long paidBack(long takenMicros, LongSupplier untilPaid) {
            queue.looking.lock();
            try {
                @Nullable PaidBack known = queue.level;
                long now = turns.waiting.pace.micros();
                int news = queue.news.get();
                if (known == null || known.news() != news || now - known.askedMicros() >= LOOK_MICROS) {
                    long left = untilPaid.getAsLong();
                    // From here, since the look may have taken long: later by that at most, and never early.
                    known = new PaidBack(now, news, left == Long.MAX_VALUE ? left : turns.waiting.pace.micros() + left);
                    queue.level = known;
                }
                return known.askedMicros() < takenMicros ? Long.MAX_VALUE : known.endMicros();
            } finally {
                queue.looking.unlock();
            }
        }

        @Override
        public void close() {
            if (stay != null) {
                queue.waiting.remove(stay);
                stay.close();
            }
            if (taken) {
                queue.head.release();
            }
            turns.leave(identity);
        }
    }

    private final WaitQueues waiting;
    private final ConcurrentMap<String, SlotQueue> queues = new ConcurrentHashMap<>();

    SlotQueues(WaitQueues waiting) {
        this.waiting = waiting;
    }

    SlotTurn take(String identity) {
        SlotQueue queue = queues.compute(identity, (any, known) -> {
            SlotQueue used = known == null ? new SlotQueue(waiting.pace.lock()) : known;
            used.waiters++;
            return used;
        });
        return new SlotTurn(this, identity, queue);
    }

    private void leave(String identity) {
        queues.computeIfPresent(identity, (any, queue) -> --queue.waiters == 0 ? null : queue);
    }

    /** There may be room for an identity: callers that wait for it look again. */
    void wake(String identity) {
        SlotQueue queue = queues.get(identity);
        if (queue != null) {
            queue.wake();
        }
    }

    /** There may be room for all. */
    void wake() {
        queues.values().forEach(SlotQueue::wake);
    }
}
