package io.github.ostiary.redis;

import java.util.concurrent.atomic.AtomicInteger;

/** The number of batches that may be under way to one server at a time: more where it is farther away. Thread-safe. */
final class Lanes {

    /*
     * A call that finds no lane free waits until a batch is back. Near, that is less than what larger and fewer batches save both sides: two
     * lanes are enough. Far, it is a delay for nothing. So there is a lane for each quarter of a millisecond that the server is away: a call waits
     * for an eighth of that on average, and four batches in a millisecond cost little.
     *
     * Flaw: calls that come at the same moment, more than there are lanes, wait for a whole round trip. Where few threads ask at
     * a time, each call may travel by itself: so there is a lane for each sixteenth of a millisecond then. Where many do, so many small batches
     * would cost both sides a quarter of what they can decide. What batches take along does not say how many there are: threads that wait for processors are in none.
     *
     * The distance is the shortest time that a batch took lately, in this span of time or the one before: what takes longer has waited for
     * processors or for the server. A busy node does not take a near server for a far one.
     *
     * What a lane takes along is bounded near, where its last call would wait for the first; far, the way takes longer than all of them.
     */
    private static final long APART_MICROS = 250;
    private static final long LEAST_APART_MICROS = 62;
    private static final int FEW_THREADS = 20;
    private static final int MANY_THREADS = 40;
    private static final long SPAN_MICROS = 5_000_000;

    private static final int CALLS = 64;
    private static final int FAR_CALLS = 256;

    /** The number of batches below which the shortest, and the mean, say little. */
    private static final int ENOUGH = 32;

    private final int least;
    private final int connections;
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger asking = new AtomicInteger();
    private volatile int lanes;

    /** Guarded by this: the shortest of the span before and of this one, and when that ends. */
    private long before = Long.MAX_VALUE;

    private long shortest = Long.MAX_VALUE;
    private long spanEnds = Long.MIN_VALUE;

    /** Guarded by this: since the number was looked at last, and what was found then. */
    private int batches;

    private int threads;
    private boolean few = true;

    /** Always as many. */
    Lanes(int lanes) {
        this(lanes, lanes, lanes);
    }

    /** Lanes: as many as the distance and the load ask for, within bounds. */
    Lanes(int least, int connections, int most) {
        this.least = least;
        this.connections = connections;
        this.most = most;
        this.lanes = least;
    }

    /** Takes one if one is free. */
    boolean tryTake() {
        for (int now = taken.get(); now < lanes; now = taken.get()) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    void giveBack() {
        taken.decrementAndGet();
    }

    boolean areTaken() {
        return taken.get() >= lanes;
    }

    /** A thread begins to ask. */
    void enter() {
        asking.incrementAndGet();
    }

    /** A thread that has begun to ask goes on. */
    void leave() {
        asking.decrementAndGet();
    }

    /** Notes how long a batch was under way. */
    synchronized void answered(long begunMicros, long endedMicros) {
        if (least == most) {
            return;
        }
        shortest = Math.min(shortest, endedMicros - begunMicros);
        threads += asking.get();
        batches++;
        if (batches < ENOUGH) {
            return;
        }
        few = threads < FEW_THREADS * batches || (few && threads <= MANY_THREADS * batches);
        long distance = Math.min(before, shortest);
        lanes = (int) Math.max(least, Math.min(most, distance / (few ? LEAST_APART_MICROS : APART_MICROS)));
        batches = 0;
        threads = 0;
        if (endedMicros > spanEnds) {
            before = shortest;
            shortest = Long.MAX_VALUE;
            spanEnds = endedMicros + SPAN_MICROS;
        }
    }

    /** The number of connections that they have; beyond that, several share one. */
    int connections() {
        return Math.min(lanes, connections);
    }

    /** How many calls a batch may take along. */
    int calls() {
        return lanes > least ? FAR_CALLS : CALLS;
    }
}
