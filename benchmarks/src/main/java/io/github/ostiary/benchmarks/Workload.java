package io.github.ostiary.benchmarks;

import java.util.Random;
import java.util.stream.IntStream;

/** Whom the benchmarks ask about. */
enum Workload {
    /** Always the same caller. */
    HOT,
    /** 100,000 callers, the n-th as often as 1/n. */
    ZIPF;

    static final int CALLERS = 100_000;

    /** A power of two: long enough that no cache of the processor holds a repetition. */
    private static final int DRAWS = 1 << 20;

    private final String[] drawn = new String[DRAWS];

    static String name(int caller) {
        return "user-" + caller;
    }

    /** The callers in the order in which they come; the length is a power of two. The same in every run. */
    String[] callers() {
        if (drawn[0] == null) {
            draw();
        }
        return drawn;
    }

    private void draw() {
        double[] cumulative = new double[CALLERS];
        double sum = 0;
        for (int i = 0; i < CALLERS; i++) {
            sum += this == HOT && i > 0 ? 0 : 1.0 / (i + 1);
            cumulative[i] = sum;
        }
        int[] shuffled =
                new Random(1).ints(0, CALLERS).distinct().limit(CALLERS).toArray();
        String[] names = IntStream.of(shuffled).mapToObj(Workload::name).toArray(String[]::new);
        Random random = new Random(2);
        for (int i = 0; i < DRAWS; i++) {
            drawn[i] = names[rank(cumulative, random.nextDouble() * sum)];
        }
    }

    private static int rank(double[] cumulative, double point) {
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] <= point) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
