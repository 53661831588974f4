package io.github.ostiary.store;

import java.util.concurrent.atomic.LongAdder;

/** A distribution of figures over fixed bounds. Thread-safe. */
public final class Histogram {

    private final long[] bounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    /**
     * Nothing yet.
     *
     * @param bounds ascending; a figure counts at the first that it does not exceed, or beyond the last
     */
    public Histogram(long... bounds) {
        this.bounds = bounds.clone();
        this.counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** One for times from a fifth of a millisecond to ten seconds, µs. */
    public static Histogram ofTimes() {
        return new Histogram(
                200,
                500,
                1_000,
                2_000,
                5_000,
                10_000,
                20_000,
                50_000,
                100_000,
                200_000,
                500_000,
                1_000_000,
                10_000_000);
    }

    /** Counts a figure. */
    public void add(long figure) {
        int at = 0;
        while (at < bounds.length && figure > bounds[at]) {
            at++;
        }
        counts[at].increment();
        sum.add(figure);
    }

    /** The bounds that figures are compared with, ascending. */
    public long[] bounds() {
        return bounds.clone();
    }

    /** How many figures there are at each bound, those of lower bounds not among them, and last those beyond all. */
    public long[] counts() {
        long[] copied = new long[counts.length];
        for (int i = 0; i < copied.length; i++) {
            copied[i] = counts[i].sum();
        }
        return copied;
    }

    /** All figures together. */
    public long sum() {
        return sum.sum();
    }
}
