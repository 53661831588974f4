package io.github.ostiary.engine;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Who waits for the permits of one rule and identity on this node, one after the other. Thread-safe. */
final class SlotQueues {

    private static final class SlotQueue {

        final Semaphore head = new Semaphore(1, true);
        int guests;
    }

    /** A place in a line; given up when closed. */
    static final class SlotTurn implements AutoCloseable {

        private final SlotQueues turns;
        private final String identity;
        private final SlotQueue line;
        private boolean taken;

        private SlotTurn(SlotQueues turns, String identity, SlotQueue line) {
            this.turns = turns;
            this.identity = identity;
            this.line = line;
        }

        /** Whether nobody is before this one. */
        boolean comes() throws InterruptedException {
            return comes(0);
        }

        /** Whether nobody is before this one within a time, µs. */
        boolean comes(long micros) throws InterruptedException {
            taken = line.head.tryAcquire(micros, TimeUnit.MICROSECONDS);
            return taken;
        }

        @Override
        public void close() {
            if (taken) {
                line.head.release();
            }
            turns.leave(identity);
        }
    }

    private final ConcurrentMap<String, SlotQueue> lines = new ConcurrentHashMap<>();

    SlotTurn take(String identity) {
        SlotQueue line = lines.compute(identity, (any, known) -> {
            SlotQueue used = known == null ? new SlotQueue() : known;
            used.guests++;
            return used;
        });
        return new SlotTurn(this, identity, line);
    }

    private void leave(String identity) {
        lines.computeIfPresent(identity, (any, line) -> --line.guests == 0 ? null : line);
    }
}
