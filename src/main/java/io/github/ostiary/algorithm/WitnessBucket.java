package io.github.ostiary.algorithm;

import io.github.ostiary.store.Limit;

/**
 * A token bucket of a limit's capacity, refilled smoothly by the rate's permits per window, kept as the one time at which
 * it will be full again (the theoretical arrival time of GCRA, ITU-T I.371). All roundings favour the caller, so what it
 * calls missing is.
 */
public final class WitnessBucket {

    /*
     * What such a bucket lacks is used in a log with the same rate: let D be the permits known to be admitted since s, at
     * most `permits` of them in any window. Short of `cost` tokens means D > permits + permits*(t-s)/window - cost for
     * some s. Split t-s into k whole windows and a rest: the k oldest admitted at most k*permits, so the last window
     * holds more than permits - cost. A sliding window is such a log whose window is shorter by one precision: all of
     * that is always counted. The double factor is wider than the error of the division it guards.
     */
    private static final double DOWN = 1 - 1e-12;

    private WitnessBucket() {}

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
        long taken = Math.max(fullAt, now) + refill(limit, Math.min(permits, limit.capacity()));
        return Math.min(taken, now + refill(limit, limit.capacity()));
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

    /** permits * window / the rate's permits. */
    private static long refill(Limit limit, long permits) {
        long rate = limit.rate().permits();
        return permits * (window(limit) / rate) + (permits * (window(limit) % rate)) / rate;
    }

    private static long window(Limit limit) {
        return limit.rate().windowMicros() - limit.tuning().precisionMicros();
    }
}
