package io.github.ostiary.benchmarks.simulation;

import java.util.Arrays;
import java.util.SplittableRandom;

/** All requests of a run in the order of their times, the same for the same scale and seed. Immutable. */
final class Traffic {

    private static final double SECOND_MICROS = 1e6;

    private final long[] micros;
    private final int[] callers;
    private final short[] nodes;

    private Traffic(long[] micros, int[] callers, short[] nodes) {
        this.micros = micros;
        this.callers = callers;
        this.nodes = nodes;
    }

    /** Requests come independently of each other (a Poisson process). The flood's caller has the highest number. */
    static Traffic of(Scale scale, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] cumulative = cumulative(scale);
        Scale.Audience audience = scale.audience();
        double all = (double) audience.perSecond() / audience.oneIn() + audience.floodPerSecond();
        int expected = (int) (all * scale.endMicros() / SECOND_MICROS);
        int most = expected + 10 * (int) Math.sqrt(expected) + 100;
        long[] micros = new long[most];
        int[] callers = new int[most];
        short[] nodes = new short[most];
        int count = 0;
        double now = 0;
        while (true) {
            now -= Math.log(1 - random.nextDouble()) / all * SECOND_MICROS;
            if (now >= scale.endMicros() || count == most) {
                break;
            }
            boolean flood = random.nextDouble() * all < audience.floodPerSecond();
            micros[count] = (long) now;
            callers[count] = flood ? scale.simulated() : rank(cumulative, random.nextDouble());
            nodes[count++] = (short) random.nextInt(scale.nodes());
        }
        return new Traffic(Arrays.copyOf(micros, count), Arrays.copyOf(callers, count), Arrays.copyOf(nodes, count));
    }

    private static double[] cumulative(Scale scale) {
        double[] cumulative = new double[scale.simulated()];
        double oneIn = scale.audience().oneIn();
        double middle = (oneIn + 1) / 2;
        double sum = 0;
        for (int i = 0; i < cumulative.length; i++) {
            sum += Math.pow(i * oneIn + middle, -scale.audience().skew());
            cumulative[i] = sum;
        }
        for (int i = 0; i < cumulative.length; i++) {
            cumulative[i] /= sum;
        }
        return cumulative;
    }

    private static int rank(double[] cumulative, double point) {
        int found = Arrays.binarySearch(cumulative, point);
        return Math.min(found < 0 ? -found - 1 : found, cumulative.length - 1);
    }

    int requests() {
        return micros.length;
    }

    /** Since the run began. */
    long micros(int request) {
        return micros[request];
    }

    int caller(int request) {
        return callers[request];
    }

    int node(int request) {
        return nodes[request];
    }

    /** A caller's name, the same length for all. */
    static String name(int caller) {
        String digits = Integer.toString(caller);
        return "caller-" + "00000000".substring(digits.length()) + digits;
    }
}
