package io.github.ostiary.store;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Algorithm.Parameter;
import io.github.ostiary.Rate;
import io.github.ostiary.text.Durations;
import java.math.BigInteger;

/**
 * The parameters that some algorithms have beside a rate. {@link #of} gives every algorithm's defaults; change from there.
 * Immutable.
 *
 * @param burst the most permits at once, 1 to 1,000,000,000; other than the rate's for buckets only
 * @param initial the tokens of a bucket never used, 0 to {@code burst}; other than {@code burst} for a token-bucket only
 * @param byInterval whether a token-bucket refills by whole windows rather than smoothly
 * @param precisionMicros the width of a sliding-window's counters, µs; 0 for all others
 * @param ahead the most permits of one counter that a node takes ahead; 0 for none, and for all but a sliding-log
 */
public record Tuning(long burst, long initial, boolean byInterval, long precisionMicros, long ahead) {

    /** The most counters a sliding-window divides into. */
    public static final int MAX_COUNTERS = 1_000;

    private static final int DEFAULT_COUNTERS = 10;
    private static final long MAX_BURST = 1_000_000_000L;
    private static final long MAX_FILL_MICROS = 3_660L * 86_400L * 1_000_000L;

    /**
     * Checks the bounds that hold whatever the rate.
     *
     * @throws IllegalArgumentException if a figure is out of bounds
     */
    public Tuning {
        if (burst < 1 || burst > MAX_BURST) {
            throw new IllegalArgumentException("burst must be 1 to " + MAX_BURST + ", not " + burst);
        }
        if (initial < 0 || initial > burst) {
            throw new IllegalArgumentException("initial must be 0 to the burst of " + burst + ", not " + initial);
        }
        if (ahead < 0 || ahead > burst) {
            throw new IllegalArgumentException("ahead must be 0 to the burst of " + burst + ", not " + ahead);
        }
    }

    /**
     * The defaults: as much at once as the rate's permits, all of it there from the start, refilled smoothly, ten
     * counters to a sliding window.
     *
     * @param algorithm how it counts
     * @param rate how many in how much time
     * @return the tuning of a rule that states nothing else
     */
    public static Tuning of(Algorithm algorithm, Rate rate) {
        long precision = algorithm.has(Parameter.PRECISION) ? rate.windowMicros() / DEFAULT_COUNTERS : 0;
        return new Tuning(rate.permits(), rate.permits(), false, precision, 0);
    }

    /**
     * Another burst, all of it there from the start.
     *
     * @param permits 1 to 1,000,000,000
     * @return the rest unchanged
     */
    public Tuning withBurst(long permits) {
        return new Tuning(permits, permits, byInterval, precisionMicros, Math.min(ahead, permits));
    }

    /**
     * Another fill of a bucket never used.
     *
     * @param tokens 0 to the burst
     * @return the rest unchanged
     */
    public Tuning withInitial(long tokens) {
        return new Tuning(burst, tokens, byInterval, precisionMicros, ahead);
    }

    /**
     * Another way to refill.
     *
     * @param whole whether by whole windows
     * @return the rest unchanged
     */
    public Tuning withRefillByInterval(boolean whole) {
        return new Tuning(burst, initial, whole, precisionMicros, ahead);
    }

    /**
     * Another width of counters.
     *
     * @param micros divides the window
     * @return the rest unchanged
     */
    public Tuning withPrecision(long micros) {
        return new Tuning(burst, initial, byInterval, micros, ahead);
    }

    /**
     * Another number of permits that a node takes ahead.
     *
     * @param permits 0 for none
     * @return the rest unchanged
     */
    public Tuning withAhead(long permits) {
        return new Tuning(burst, initial, byInterval, precisionMicros, permits);
    }

    /** Denies what the algorithm does not know or cannot hold. */
    void check(Algorithm algorithm, Rate rate) {
        deny(burst != rate.permits(), algorithm, Parameter.BURST);
        deny(initial != burst, algorithm, Parameter.INITIAL);
        deny(byInterval, algorithm, Parameter.REFILL);
        deny(precisionMicros != 0, algorithm, Parameter.PRECISION);
        if (ahead != 0 && algorithm != Algorithm.SLIDING_LOG) {
            throw new IllegalArgumentException("permits of a " + algorithm.configName()
                    + " are not taken ahead, only those of a sliding-log; use 0, not " + ahead);
        }
        if (algorithm.has(Parameter.PRECISION)) {
            checkPrecision(rate.windowMicros());
        }
        if (algorithm.isBucket()
                && BigInteger.valueOf(burst)
                                .multiply(BigInteger.valueOf(rate.windowMicros()))
                                .compareTo(BigInteger.valueOf(MAX_FILL_MICROS)
                                        .multiply(BigInteger.valueOf(rate.permits())))
                        > 0) {
            throw new IllegalArgumentException("a burst of " + burst + " at " + rate
                    + " takes more than ten years to fill; lower the burst or raise the rate");
        }
    }

    private static void deny(boolean stated, Algorithm algorithm, Parameter parameter) {
        if (stated && !algorithm.has(parameter)) {
            throw new IllegalArgumentException(
                    "a " + algorithm.configName() + " has no " + parameter.label() + "; remove it");
        }
    }

    private void checkPrecision(long windowMicros) {
        if (precisionMicros < 1 || windowMicros % precisionMicros != 0) {
            throw new IllegalArgumentException("a precision of "
                    + Durations.format(Durations.ofMicros(Math.max(0, precisionMicros)))
                    + " does not divide the window of " + Durations.format(Durations.ofMicros(windowMicros))
                    + "; use a whole fraction of it, such as a tenth");
        }
        long counters = windowMicros / precisionMicros;
        if (counters < 2 || counters > MAX_COUNTERS) {
            throw new IllegalArgumentException("the window must hold 2 to " + MAX_COUNTERS + " precisions, not "
                    + counters + (counters < 2 ? "; use a shorter precision or a fixed-window" : "; use a longer one"));
        }
    }

    /** One node's share of a burst: in the same proportion as the rate's. */
    Tuning share(Rate whole, Rate part) {
        long burstShare = Math.max(1, burst * part.permits() / whole.permits());
        long initialShare = initial == burst ? burstShare : initial * part.permits() / whole.permits();
        return new Tuning(burstShare, Math.min(burstShare, initialShare), byInterval, precisionMicros, 0);
    }
}
