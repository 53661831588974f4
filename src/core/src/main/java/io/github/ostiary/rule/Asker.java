package io.github.ostiary.rule;

import io.github.ostiary.store.Limit;
import java.util.List;

/**
 * The questions of one address: as many as its limits admit calls, and never more at a time than a share of the places.
 * Thread-safe.
 */
final class Asker {

    private static final int SHARE = PlanThreads.MOST_WAITING / 16;

    /** The time when the window of each limit began, µs, and how much was asked in it. */
    private long[] begun = {};

    private long[] asked = {};
    private int waiting;

    /** Takes a place, until {@link #end}. */
    synchronized boolean begin(List<Limit> limits, long now) {
        if (begun.length != limits.size()) {
            begun = new long[limits.size()];
            asked = new long[limits.size()];
        }
        boolean may = waiting < SHARE;
        for (int i = 0; i < begun.length; i++) {
            if (asked[i] == 0 || now - begun[i] >= limits.get(i).rate().windowMicros()) {
                begun[i] = now;
                asked[i] = 0;
            }
            may &= asked[i] < limits.get(i).rate().permits();
        }
        for (int i = 0; may && i < begun.length; i++) {
            asked[i]++;
        }
        waiting += may ? 1 : 0;
        return may;
    }

    synchronized void end() {
        waiting--;
    }
}
