package io.github.ostiary.trial;

import java.util.HashMap;
import java.util.Map;

/**
 * A sample of callers with the most that each has used in a window of the last day. Callers are sampled by their hashes, so that
 * the samples of several nodes are of the same callers. To be used by one thread.
 */
public final class UseSample {

    /** How many bits of its hash tell a caller from others. */
    static final int BITS = 40;

    /** How many leading bits of the hashes of all callers in it are 0. */
    private int depth;

    private final Map<Long, Integer> peaks = new HashMap<>();

    /**
     * No caller yet.
     *
     * @param depth how many leading bits of the hashes in it are 0: one in 2<sup>depth</sup> callers is in it
     */
    UseSample(int depth) {
        this.depth = depth;
    }

    int depth() {
        return depth;
    }

    /** The callers, by the leading bits of their hashes. */
    Map<Long, Integer> peaks() {
        return peaks;
    }

    private boolean isSampled(long caller) {
        return depth == 0 || caller >>> (BITS - depth) == 0;
    }

    /** Adds what a caller has used; the same caller's use on several nodes counts together. */
    void add(long caller, int peak) {
        if (isSampled(caller)) {
            peaks.merge(caller, peak, UseSample::sum);
        }
    }

    /** Never less than any window had: the times of the most may have been others on each node. */
    private static int sum(int one, int other) {
        return (int) Math.min(Integer.MAX_VALUE, (long) one + other);
    }

    /** Adds what another node has seen; one in as many callers is left as the smaller sample has. */
    void add(UseSample other) {
        deepen(Math.max(depth, other.depth));
        other.peaks.forEach(this::add);
    }

    /** Leaves so many callers at most. */
    void shrink(int most) {
        while (peaks.size() > most) {
            deepen(depth + 1);
        }
    }

    private void deepen(int wanted) {
        if (wanted > depth) {
            depth = wanted;
            peaks.keySet().removeIf(caller -> !isSampled(caller));
        }
    }

    /** How many callers there were in the last day: exact while all are kept, an estimate beyond. */
    long callers() {
        return (long) peaks.size() << depth;
    }

    /** The most that each caller of the sample has used in a window of the last day, the least first. */
    int[] sorted() {
        return peaks.values().stream().mapToInt(Integer::intValue).sorted().toArray();
    }
}
