package io.github.ostiary.algorithm;

import io.github.ostiary.Rate;

/**
 * A token bucket of capacity {@code permits}, refilled smoothly by {@code permits} per window, kept as the one time at
 * which it will be full again (the theoretical arrival time of GCRA, ITU-T I.371). All roundings favour the caller, so
 * what it calls short of tokens is.
 */
public final class Debt {

    /*
     * Why a bucket is a sound witness of a log with the same rate: let D be the permits known to be admitted since s, at
     * most `permits` of them in any window. Short of `cost` tokens means D > permits + permits*(t-s)/window - cost for
     * some s. Split t-s into k whole windows and a rest: the k oldest admitted at most k*permits, so the last window
     * holds more than permits - cost, and the log refuses too. The double factors are wider than the error of the
     * division they guard.
     */
    private static final double DOWN = 1 - 1e-12;
    private static final double UP = 1 + 1e-12;

    private Debt() {}

    /**
     * Takes tokens.
     *
     * @param rate capacity and refill
     * @param fullAt when the bucket is full, µs
     * @param now when the tokens were taken, µs; not before an earlier taking
     * @param permits how many
     * @return when the bucket is full now
     */
    public static long take(Rate rate, long fullAt, long now, long permits) {
        return Math.max(fullAt, now) + (long) (refill(rate, permits) * DOWN);
    }

    /**
     * How long until so many tokens are there.
     *
     * @param rate capacity and refill
     * @param fullAt when the bucket is full, µs
     * @param now µs
     * @param permits how many, at most the capacity
     * @return µs; 0 if they are there
     */
    public static long wait(Rate rate, long fullAt, long now, long permits) {
        long allowed = (long) Math.ceil(refill(rate, rate.permits() - permits) * UP);
        return Math.max(0, fullAt - now - allowed);
    }

    /**
     * The tokens missing from a full bucket.
     *
     * @param rate capacity and refill
     * @param fullAt when the bucket is full, µs
     * @param now µs
     * @return 0 to the capacity
     */
    public static long missing(Rate rate, long fullAt, long now) {
        double missing = (fullAt - now) * (double) rate.permits() / rate.windowMicros();
        return Math.max(0, Math.min(rate.permits(), (long) Math.ceil(missing * DOWN)));
    }

    private static double refill(Rate rate, long permits) {
        return permits * (double) rate.windowMicros() / rate.permits();
    }
}
