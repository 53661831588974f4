package io.github.ostiary.redis;

import java.util.concurrent.atomic.AtomicInteger;

/** The calls that may be on their way to a server at once. Thread-safe. */
final class Lanes {

    /*
     * The first is for whoever comes. Each further one is worth its price to the server only if it is filled: fewer wait
     * for an answer that is under way, and then travel together.
     *
     * No wake-up is lost: whoever waits is counted before it tries to enter, and whoever leaves has left before it asks
     * whether another may enter.
     */
    private final int most;
    private final int full;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * None of them busy.
     *
     * @param most calls at once
     * @param full decisions that are enough for a call beside another
     */
    Lanes(int most, int full) {
        this.most = most;
        this.full = full;
    }

    void decisionWaits() {
        waiting.incrementAndGet();
    }

    /** It was sent, or withdrawn. */
    void decisionWaitsNoMore() {
        waiting.decrementAndGet();
    }

    /** Whether somebody could enter now. */
    boolean open() {
        return open(busy.get());
    }

    private boolean open(int taken) {
        return taken == 0 || (taken < most && waiting.get() >= full);
    }

    /** Whoever gets true must leave. */
    boolean tryEnter() {
        int taken = busy.get();
        while (open(taken)) {
            if (busy.compareAndSet(taken, taken + 1)) {
                return true;
            }
            taken = busy.get();
        }
        return false;
    }

    void leave() {
        busy.decrementAndGet();
    }
}
