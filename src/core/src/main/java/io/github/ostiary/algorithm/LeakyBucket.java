package io.github.ostiary.algorithm;

import io.github.ostiary.store.Limit;

/** GCRA: a bucket of {@code burst} permits that leaks at the rate; what would overflow is denied. Not thread-safe. */
public final class LeakyBucket extends Bucket {

    /*
     * Naive: a level, lowered by whole permits at each look. Flaw: at 0.5 permits per second, polled every 100 ms, it
     * never leaks.
     *
     * Model: the level as a rational, see Level; "level now" times the time of one permit is the theoretical arrival
     * time of GCRA (ITU-T I.371) minus now. A verdict holds the five figures of redis-cell's CL.THROTTLE: denied or
     * not, limit (the burst), remaining, retry, reset.
     *
     * Worked: 1/1s, burst 5: five pass at once, the sixth waits 1 s; at 3.1 s, after one more at 3 s, two places are
     * left at 3 s and one at 3.1 s, and all of them 3.9 s later.
     *
     * Cost: O(1), 80 bytes.
     */
    @Override
    void derive(Limit limit) {
        level.set(stored);
        level.refill(limit.smooth(), now);
        measureDrain(limit);
    }
}
