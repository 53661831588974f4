package io.github.ostiary.algorithm;

import io.github.ostiary.store.SmoothRate;

/**
 * The permits missing from a bucket at a time, exactly: {@code whole} permits less {@code part/window} of one. Not
 * thread-safe; changed where it stands, since every request looks at one.
 */
final class Level {

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

    private long whole;
    private long part;
    private long at;

    /** Nothing is missing at the beginning of time. */
    Level() {}

    /** Permits that are missing, at least 0. */
    long whole() {
        return whole;
    }

    /** Becomes another level, which is not shared. */
    void set(Level other) {
        set(other.whole, other.part, other.at);
    }

    /**
     * Becomes another level.
     *
     * @param nextWhole permits, at least 0
     * @param nextPart 0 to the window, exclusive; 0 if nothing is missing
     * @param nextAt µs
     */
    void set(long nextWhole, long nextPart, long nextAt) {
        whole = nextWhole;
        part = nextPart;
        at = nextAt;
    }

    /** The rate refills smoothly; of what is missing at most so much is kept. */
    void refill(SmoothRate rate, long now) {
        long elapsed = now - at;
        if (rate.isShort(elapsed)) {
            long units = rate.gained(elapsed) + Math.min(part, rate.windowMicros() - 1);
            long missing = Math.min(whole, rate.most());
            if (rate.isThere(missing, units)) {
                set(0, 0, now);
            } else {
                long gained = rate.whole(units);
                set(missing - gained, units - gained * rate.windowMicros(), now);
            }
        } else {
            refillLong(rate, elapsed, now);
        }
    }

    /** Refills after so long a time that its product with the rate does not fit 63 bits. */
    private void refillLong(SmoothRate rate, long elapsed, long now) {
        long window = rate.windowMicros();
        long missing = Math.min(whole, rate.most());
        long windows = elapsed / window;
        if (windows >= missing) {
            set(0, 0, now);
            return;
        }
        long rest = elapsed % window;
        long gained = quotient(rest, rate.permits(), window);
        long kept = rest * rate.permits() - gained * window + Math.min(part, window - 1);
        long left = missing - windows * rate.permits() - gained - kept / window;
        set(Math.max(0, left), left <= 0 ? 0 : kept % window, now);
    }

    /** Whole windows refill; it is that of the start of the last one then, also of a full bucket. */
    void refillByInterval(SmoothRate rate, long now) {
        long missing = Math.min(whole, rate.most());
        long windows = (now - at) / rate.windowMicros();
        boolean full = windows >= missing || windows * rate.permits() >= missing;
        set(full ? 0 : missing - windows * rate.permits(), 0, at + windows * rate.windowMicros());
    }

    /** The time from its own until so many permits are back: ceil((permits * window - part) / rate). */
    long until(SmoothRate rate, long permits) {
        if (rate.areFew(permits)) {
            return rate.micros(permits, part);
        }
        long each = rate.windowMicros() / rate.permits();
        long rest = rate.windowMicros() % rate.permits() * permits;
        long beyond = rest % rate.permits() > part % rate.permits() ? 1 : 0;
        return permits * each + rest / rate.permits() - part / rate.permits() + beyond;
    }

    /** The time from {@code now} until whole windows have brought so many permits. */
    long untilByInterval(SmoothRate rate, long permits, long now) {
        return at + (permits + rate.permits() - 1) / rate.permits() * rate.windowMicros() - now;
    }

    /** The permits that the rate brings in a time, rounded up. */
    static long gainedIn(SmoothRate rate, long micros) {
        long window = rate.windowMicros();
        long rest = micros % window;
        long gained = quotient(rest, rate.permits(), window);
        long beyond = rest * rate.permits() - gained * window > 0 ? 1 : 0;
        return micros / window * rate.permits() + gained + beyond;
    }

    /** The permits that whole windows have brought since a time. */
    long gainedByIntervalSince(SmoothRate rate, long since) {
        return Math.max(0, -Math.floorDiv(since - at, rate.windowMicros())) * rate.permits();
    }

    void add(long permits) {
        whole += permits;
    }

    /** The same, with so many permits missing at most; a debt stays. */
    void addWithin(long permits, long burst) {
        if (whole <= burst && whole + permits > burst) {
            set(burst, 0, at);
        } else if (whole <= burst) {
            add(permits);
        }
    }

    /** Text for tests and debuggers. */
    @Override
    public String toString() {
        return whole + " - " + part + " at " + at;
    }

    /** floor(a * b / divisor), for a < divisor < 2^46 and b < 2^32. */
    static long quotient(long a, long b, long divisor) {
        long high = (b >>> DIGIT) * a;
        long low = ((high % divisor) << DIGIT) + (b & ((1 << DIGIT) - 1)) * a;
        return ((high / divisor) << DIGIT) + low / divisor;
    }
}
