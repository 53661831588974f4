package io.github.ostiary.redis;

import java.util.concurrent.atomic.AtomicInteger;

/** The number of batches that may be under way to one server at a time: more where it is farther away. Thread-safe. */
final class Lanes {

    /*
     * A call that finds no lane free waits until a batch is back: with two lanes for a quarter of a round trip on average. Near, that is less
     * than what larger and fewer batches save both sides. Far, it is a delay for nothing. So there is a lane for each quarter of a
     * millisecond that the server is away, up to a bound, since a lane is a connection. And what a lane takes along is bounded near, where
     * its last call would wait for the first; far, the way takes longer than all of them.
     *
     * The distance is the shortest time that a batch took lately, in this span of time or the one before: what takes longer has waited for
     * processors or for the server. A busy node does not take a near server for a far one.
     */
    private static final long APART_MICROS = 250;
    private static final long SPAN_MICROS = 5_000_000;

    private static final int CALLS = 64;
    private static final int FAR_CALLS = 256;

    /** Of fewer the shortest says little. */
    private static final int ENOUGH = 32;

    private final int least;
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int lanes;

    /** Written without care: a measurement that gets lost does no harm. */
    private long before = Long.MAX_VALUE;

    private long shortest = Long.MAX_VALUE;
    private int seen;
    private long spanEnds = Long.MIN_VALUE;
    private volatile long distanceMicros;

    /** Always as many. */
    Lanes(int lanes) {
        this(lanes, lanes);
    }

    /** As many as the distance asks for, within bounds. */
    Lanes(int least, int most) {
        this.least = least;
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

    /** Notes how long a batch was under way. */
    void answered(long begunMicros, long endedMicros) {
        if (endedMicros > spanEnds && seen >= ENOUGH) {
            before = shortest;
            shortest = Long.MAX_VALUE;
            seen = 0;
            spanEnds = endedMicros + SPAN_MICROS;
        }
        shortest = Math.min(shortest, endedMicros - begunMicros);
        seen++;
        long distance = Math.min(before, seen >= ENOUGH ? shortest : Long.MAX_VALUE);
        if (distance != distanceMicros && distance != Long.MAX_VALUE) {
            distanceMicros = distance;
            lanes = (int) Math.max(least, Math.min(most, distance / APART_MICROS));
        }
    }

    /** How many calls a batch may take along. */
    int calls() {
        return lanes > least ? FAR_CALLS : CALLS;
    }
}
