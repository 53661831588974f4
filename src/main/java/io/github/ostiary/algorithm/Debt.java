package io.github.ostiary.algorithm;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Limit;

/**
 * A token bucket of a limit's capacity, refilled smoothly by the rate's permits per window, kept as the one time at which
 * it will be full again (the theoretical arrival time of GCRA, ITU-T I.371). All roundings favour the caller, so what it
 * calls short of tokens is.
 */
public final class Debt {

    /*
     * Why a bucket is a sound witness of a log with the same rate: let D be the permits known to be admitted since s, at
     * most `permits` of them in any window. Short of `cost` tokens means D > permits + permits*(t-s)/window - cost for
     * some s. Split t-s into k whole windows and a rest: the k oldest admitted at most k*permits, so the last window
     * holds more than permits - cost, and the log refuses too. A sliding window is such a log whose window is shorter by
     * one precision: all of that is always counted. GCRA and a smooth token bucket are this bucket themselves. Nothing
     * of the kind holds where permits come back by whole windows. The double factor is wider than the error of the
     * division it guards.
     */
    private static final double DOWN = 1 - 1e-12;

    private Debt() {}

    /**
     * Whether a bucket is a sound witness of a limit.
     *
     * @param limit the rules
     * @return false where permits come back by whole windows
     */
    public static boolean proves(Limit limit) {
        return limit.algorithm() != Algorithm.FIXED_WINDOW && !limit.tuning().byInterval();
    }

    /**
     * Takes tokens; an empty bucket has none to give.
     *
     * @param limit capacity and refill
     * @param fullAt when the bucket is full, µs
     * @param now when the tokens were taken, µs; not before an earlier taking
     * @param permits how many
     * @return when the bucket is full now
     */
    public static long take(Limit limit, long fullAt, long now, long permits) {
        long taken = Math.max(fullAt, now) + refill(limit, Math.min(permits, limit.capacity()), 0);
        return Math.min(taken, now + refill(limit, limit.capacity(), 0));
    }

    /**
     * How long until so many tokens are there.
     *
     * @param limit capacity and refill
     * @param fullAt when the bucket is full, µs
     * @param now µs
     * @param permits how many, at most the capacity
     * @return µs; 0 if they are there
     */
    public static long wait(Limit limit, long fullAt, long now, long permits) {
        long allowed = refill(limit, limit.capacity() - permits, limit.rate().permits() - 1);
        return Math.max(0, fullAt - now - allowed);
    }

    /**
     * The tokens missing from a full bucket.
     *
     * @param limit capacity and refill
     * @param fullAt when the bucket is full, µs
     * @param now µs
     * @return 0 to the capacity
     */
    public static long missing(Limit limit, long fullAt, long now) {
        double missing = (fullAt - now) * (double) limit.rate().permits() / window(limit);
        return Math.max(0, Math.min(limit.capacity(), (long) Math.ceil(missing * DOWN)));
    }

    /** (permits * window + rounding) / the rate's permits. */
    private static long refill(Limit limit, long permits, long rounding) {
        long rate = limit.rate().permits();
        return permits * (window(limit) / rate) + (permits * (window(limit) % rate) + rounding) / rate;
    }

    private static long window(Limit limit) {
        return limit.rate().windowMicros() - limit.tuning().precisionMicros();
    }
}
