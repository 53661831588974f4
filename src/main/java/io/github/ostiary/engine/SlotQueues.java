package io.github.ostiary.engine;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Queues of callers on this node, one per identity, each for the permits of one rule. Thread-safe. */
final class SlotQueues {

    private static final class SlotQueue {

        final Semaphore head = new Semaphore(1, true);
        int waiters;
    }

    /** A place in a queue; given up when closed. */
    static final class SlotTurn implements AutoCloseable {

        private final SlotQueues turns;
        private final String identity;
        private final SlotQueue queue;
        private boolean taken;

        private SlotTurn(SlotQueues turns, String identity, SlotQueue queue) {
            this.turns = turns;
            this.identity = identity;
            this.queue = queue;
        }

        /** Whether nobody is before this one. */
        boolean comes() throws InterruptedException {
            return comes(0);
        }

        /** Whether nobody is before this one within a time, µs. */
        boolean comes(long micros) throws InterruptedException {
            taken = queue.head.tryAcquire(micros, TimeUnit.MICROSECONDS);
            return taken;
        }

        @Override
        public void close() {
            if (taken) {
                queue.head.release();
            }
            turns.leave(identity);
        }
    }

    private final ConcurrentMap<String, SlotQueue> queues = new ConcurrentHashMap<>();

    SlotTurn take(String identity) {
        SlotQueue queue = queues.compute(identity, (any, known) -> {
            SlotQueue used = known == null ? new SlotQueue() : known;
            used.waiters++;
            return used;
        });
        return new SlotTurn(this, identity, queue);
    }

    private void leave(String identity) {
        queues.computeIfPresent(identity, (any, queue) -> --queue.waiters == 0 ? null : queue);
    }
}
