package io.github.ostiary.algorithm;

import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;

/**
 * A counter that admits at most {@code limit} permits in a window that opens with the first of them. Not thread-safe.
 */
public final class FixedWindow extends WindowCount {

    /*
     * Naive: count per clock minute. Flaw: all callers' windows end together, and the first caller of a minute may have
     * started one second before it.
     *
     * Model: a start and a count. A window is open while something is used and now < start + window; the next hit opens
     * another. Up to twice the limit can pass within one window's length, around an end: that is what it costs to keep
     * two figures only.
     *
     * Worked: limit 3 per 1 s, hits at 0, 400 and 900 ms: full until 1000 ms; a hit then opens 1000 to 2000 ms.
     *
     * Cost: O(1), 32 bytes.
     */
    private long start;

    @Override
    void derive(Limit limit) {
        open = now - start < limit.rate().windowMicros() ? count : 0;
    }

    @Override
    long until(Limit limit, long permits) {
        return start + limit.rate().windowMicros() - now;
    }

    @Override
    void add(Limit limit, long permits) {
        if (open == 0) {
            start = now;
        }
        super.add(limit, permits);
    }

    @Override
    long counting(Charge charge, Taken reserved, OpenReservations all) {
        return open > 0 && reserved.atMicros() >= start ? charge.permits() : 0;
    }
}
