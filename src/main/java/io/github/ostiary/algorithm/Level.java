package io.github.ostiary.algorithm;

import io.github.ostiary.Rate;

/**
 * The permits missing from a bucket at a time, exactly: {@code whole} permits less {@code part/window} of one. Immutable.
 *
 * @param whole permits, at least 0
 * @param part 0 to the window, exclusive; 0 if nothing is missing
 * @param at µs
 */
record Level(long whole, long part, long at) {

    /*
     * Naive: a double of tokens, or the time of the last refill, stamped at each look. Flaw: a rounding at each look
     * adds up; a caller that looks often enough gets nothing ever, or more than the rate.
     *
     * Model: a rational. In dt µs the rate gives dt * permits / window permits; the quotient is taken off, the rest is
     * kept in units of 1/window. The state is stored on commits only. So 10^6 steps of 1 µs are one step of 1 s.
     *
     * Worked: 3 permits per 10 µs, 2 missing. After 4 µs 12/10 came back: 1 missing less 2/10. The next is there when
     * 2 + 3 dt >= 10: after 3 µs.
     *
     * Cost: O(1). Products go to 75 bits (10^9 permits, 366 days) and are divided in steps that fit 63.
     */
    private static final int DIGIT = 16;

    /** What is left after the rate has refilled smoothly; of what is missing at most so much is kept. */
    Level refilled(Rate rate, long most, long now) {
        long window = rate.windowMicros();
        long missing = Math.min(whole, most);
        long elapsed = now - at;
        long windows = elapsed / window;
        if (windows >= missing) {
            return new Level(0, 0, now);
        }
        long rest = elapsed % window;
        long gained = quotient(rest, rate.permits(), window);
        long kept = rest * rate.permits() - gained * window + Math.min(part, window - 1);
        long left = missing - windows * rate.permits() - gained - kept / window;
        return left <= 0 ? new Level(0, 0, now) : new Level(left, kept % window, now);
    }

    /** What is left after whole windows have refilled; {@code at} is the start of the last one, of a full bucket too. */
    Level refilledByInterval(Rate rate, long most, long now) {
        long missing = Math.min(whole, most);
        long windows = (now - at) / rate.windowMicros();
        boolean full = windows >= missing || windows * rate.permits() >= missing;
        return new Level(full ? 0 : missing - windows * rate.permits(), 0, at + windows * rate.windowMicros());
    }

    /** From {@code at} until so many permits are back: ceil((permits * window - part) / rate). */
    long until(Rate rate, long permits) {
        long each = rate.windowMicros() / rate.permits();
        long rest = rate.windowMicros() % rate.permits() * permits;
        long beyond = rest % rate.permits() > part % rate.permits() ? 1 : 0;
        return permits * each + rest / rate.permits() - part / rate.permits() + beyond;
    }

    /** From {@code now} until whole windows have brought so many permits. */
    long untilByInterval(Rate rate, long permits, long now) {
        return at + (permits + rate.permits() - 1) / rate.permits() * rate.windowMicros() - now;
    }

    Level plus(long permits) {
        return new Level(whole + permits, part, at);
    }

    /** The same, with so many permits missing at most; a debt stays. */
    Level plusWithin(long permits, long burst) {
        return whole > burst ? this : whole + permits > burst ? new Level(burst, 0, at) : plus(permits);
    }

    Level minus(long permits) {
        return new Level(whole - permits, part, at);
    }

    /** floor(a * b / divisor), for a < divisor < 2^46 and b < 2^32. */
    static long quotient(long a, long b, long divisor) {
        long high = (b >>> DIGIT) * a;
        long low = ((high % divisor) << DIGIT) + (b & ((1 << DIGIT) - 1)) * a;
        return ((high / divisor) << DIGIT) + low / divisor;
    }
}
