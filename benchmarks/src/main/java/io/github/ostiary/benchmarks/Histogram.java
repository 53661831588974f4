package io.github.ostiary.benchmarks;

/** Latencies in buckets of 1.6 % width. Not thread-safe. */
public final class Histogram {

    private static final int STEPS = 64;

    private final long[] buckets = new long[64 * STEPS];
    private long count;

    /** Takes note of one. */
    public void add(long nanos) {
        buckets[bucket(nanos)]++;
        count++;
    }

    void add(Histogram other) {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] += other.buckets[i];
        }
        count += other.count;
    }

    private static int bucket(long nanos) {
        if (nanos < STEPS) {
            return (int) Math.max(0, nanos);
        }
        int shift = 57 - Long.numberOfLeadingZeros(nanos);
        return (shift + 1) * STEPS + (int) (nanos >>> shift) - STEPS;
    }

    private static long nanos(int bucket) {
        return bucket < STEPS ? bucket : (long) (bucket % STEPS + STEPS) << bucket / STEPS - 1;
    }

    long count() {
        return count;
    }

    /** In microseconds; the quantile is 0 to 1. */
    public double micros(double quantile) {
        long rank = (long) Math.ceil(quantile * count);
        int bucket = 0;
        for (long seen = buckets[0]; seen < rank; seen += buckets[bucket]) {
            bucket++;
        }
        return nanos(bucket) / 1_000.0;
    }
}
