package io.github.ostiary.algorithm;

import io.github.ostiary.store.Limit;

/** A bucket of {@code burst} tokens, refilled smoothly or by whole windows. Not thread-safe. */
public final class TokenBucket extends Bucket {

    /*
     * Naive: tokens added by a timer. Flaw: a thread, and all callers refilled at the same instant.
     *
     * Model: what is missing, see Level, refilled when looked at. Smoothly: a token each window/permits. By interval:
     * permits at the end of each window, counted from the first use; neither a look nor a full bucket moves that anchor.
     * A bucket never used holds `initial` tokens and fills from its first use, denied or not; so does one that was left
     * alone for twice the time it takes to fill, since it was let go.
     *
     * Worked: 2/1s by interval, burst 5, emptied at 0 s: two tokens at 1 s, two more at 2 s; emptied at 3.5 s, two more
     * at 4 s.
     *
     * Cost: O(1), 80 bytes.
     */
    @Override
    void derive(Limit limit) {
        if (known()) {
            level.set(stored);
        } else {
            level.set(limit.capacity() - limit.tuning().initial(), 0, now);
        }
        if (limit.tuning().byInterval()) {
            level.refillByInterval(limit.smooth(), now);
        } else {
            level.refill(limit.smooth(), now);
        }
        measureDrain(limit);
    }

    @Override
    long until(Limit limit, long permits) {
        return limit.tuning().byInterval()
                ? level.untilByInterval(limit.smooth(), permits, now)
                : super.until(limit, permits);
    }

    @Override
    long leaked(Limit limit, long since) {
        return limit.tuning().byInterval()
                ? level.gainedByIntervalSince(limit.smooth(), since)
                : super.leaked(limit, since);
    }
}
