package io.github.ostiary.store;

import io.github.ostiary.Rate;

/**
 * A rate that brings its permits back one by one, and what can be worked out of it once instead of at each decision. Immutable.
 *
 * <p>A division costs as much as all else that a bucket does. So the two divisors of a rate are kept with their reciprocals: a
 * product by one is off by at most one, as long as a double holds the dividend exactly, and is put right by its remainder.
 */
public final class SmoothRate {

    /** A double holds all whole numbers below. */
    private static final long EXACT = 1L << 52;

    private static final long LONGEST_MICROS = 3_660L * 86_400L * 1_000_000L;
    private static final double MOST_USED = 4e9;

    private final long permits;
    private final long windowMicros;
    private final double perWindow;
    private final double perPermit;
    private final long longestMicros;
    private final long mostPermits;
    private final long most;

    /** The time of one permit, rounded up. */
    private final long first;

    SmoothRate(Rate rate, long burst, long mostAwaited) {
        this.permits = rate.permits();
        this.windowMicros = rate.windowMicros();
        this.perWindow = 1.0 / windowMicros;
        this.perPermit = 1.0 / permits;
        this.longestMicros = Long.MAX_VALUE / 2 / permits;
        this.mostPermits = Long.MAX_VALUE / 2 / windowMicros;
        this.first = (windowMicros + permits - 1) / permits;
        double lasting = Math.floor((double) LONGEST_MICROS / windowMicros * permits);
        this.most = Math.max(2 * burst + mostAwaited, (long) Math.min(lasting, MOST_USED));
    }

    /**
     * A rate by itself, of a bucket that holds as much as it brings in one window.
     *
     * @param rate whose permits come back one by one
     * @return it
     */
    public static SmoothRate of(Rate rate) {
        return new SmoothRate(rate, rate.permits(), 0);
    }

    /**
     * How many come back in each window.
     *
     * @return 1 to 1,000,000,000
     */
    public long permits() {
        return permits;
    }

    /**
     * The window.
     *
     * @return µs
     */
    public long windowMicros() {
        return windowMicros;
    }

    /**
     * The most permits that are kept as missing: what comes back in ten years, or a debt and the slots that were handed out.
     *
     * @return no fewer than twice the burst
     */
    public long most() {
        return most;
    }

    /**
     * Whether a time is short enough for {@link #gained}.
     *
     * @param micros 0 or more, µs
     * @return true for at least 77 minutes
     */
    public boolean isShort(long micros) {
        return micros >= 0 && micros <= longestMicros;
    }

    /**
     * Whether permits have come back: mostly they have, and nothing need be divided.
     *
     * @param number how many, 0 or more
     * @param units what has come back, in units of {@code 1/window}
     * @return true if that is as many, or more
     */
    public boolean isThere(long number, long units) {
        return areFew(number) ? units >= number * windowMicros : whole(units) >= number;
    }

    /**
     * Permits in units of {@code 1/window}, as whole ones.
     *
     * @param units 0 or more
     * @return how many, rounded down
     */
    public long whole(long units) {
        return units < windowMicros ? 0 : quotient(units, windowMicros, perWindow);
    }

    /**
     * The permits that a time brings, in units of {@code 1/window}.
     *
     * @param micros a {@linkplain #isShort short} time, µs
     * @return exactly
     */
    public long gained(long micros) {
        return micros * permits;
    }

    /**
     * Whether so many permits are few enough for {@link #micros}.
     *
     * @param number 0 or more
     * @return true for at least 145,000
     */
    public boolean areFew(long number) {
        return number <= mostPermits;
    }

    /**
     * How long it takes until permits are back.
     *
     * @param number how many, 1 or more, but {@linkplain #areFew few}
     * @param part what has come back of the first already, in units of {@code 1/window}
     * @return µs, rounded up
     */
    public long micros(long number, long part) {
        return number == 1 && part == 0
                ? first
                : quotient(number * windowMicros - part + permits - 1, permits, perPermit);
    }

    private static long quotient(long dividend, long divisor, double reciprocal) {
        if (dividend >= EXACT) {
            return dividend / divisor;
        }
        long near = (long) (dividend * reciprocal);
        long rest = dividend - near * divisor;
        return rest < 0 ? near - 1 : rest >= divisor ? near + 1 : near;
    }
}
