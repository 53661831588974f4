package io.github.ostiary.algorithm;

import io.github.ostiary.store.LockoutPolicy;
import java.util.Arrays;

/** The attempts given back of late although their end was unclear. Not thread-safe. */
final class UnclearEnds {

    /*
     * Naive: give back what ends in a server error. Flaw: callers bring errors about, and guess for ever.
     *
     * Model: the times at which attempts were given back, as many as the policy allows at most. One more is given back if
     * fewer lie in the window that ends now, so no window holds more. Successes clear nothing here: else a caller with an
     * account could go on for ever.
     *
     * Cost: O(n), 8 bytes each; n is at most the allowance.
     */
    private static final long[] NONE = {};

    private long[] times = NONE;

    /** Gives one more back, unless that would be too many. */
    boolean giveBack(LockoutPolicy policy, long now) {
        int most = policy.aftermath().unclear();
        long window = window(policy);
        int gone = 0;
        while (gone < times.length && now - times[gone] >= window) {
            gone++;
        }
        boolean room = times.length - gone < most;
        if (gone > 0 || room) {
            times = Arrays.copyOfRange(times, gone, times.length + (room ? 1 : 0));
        }
        if (room) {
            times[times.length - 1] = now;
        }
        return room;
    }

    /** The time when nothing here counts any more, µs. */
    long end(LockoutPolicy policy) {
        return times.length == 0 ? 0 : times[times.length - 1] + window(policy);
    }

    private static long window(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? 0 : policy.steps().get(0).windowMicros();
    }
}
