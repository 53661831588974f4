package io.github.ostiary.benchmarks.network;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How far away a server seems to be.
 *
 * @param roundTripMicros there and back, half of it each
 * @param jitterMicros at most so much more there and back, any value as likely as another
 * @param lateShare which part of all packets is late, 0 to 1
 * @param lateMicros by how much those are
 */
public record Network(long roundTripMicros, long jitterMicros, double lateShare, long lateMicros) {

    /** No distance at all. */
    public static final Network NONE = of(0);

    /** Without jitter, nothing late. */
    public static Network of(long roundTripMicros) {
        return new Network(roundTripMicros, 0, 0, 0);
    }

    /** Reads {@link #words}. */
    static Network parse(String words) {
        String[] figures = words.trim().split(" ");
        return new Network(
                Long.parseLong(figures[0]),
                Long.parseLong(figures[1]),
                Double.parseDouble(figures[2]),
                Long.parseLong(figures[3]));
    }

    /** The same with some of the packets late. */
    public Network late(double share, long micros) {
        return new Network(roundTripMicros, jitterMicros, share, micros);
    }

    /** The same with jitter. */
    public Network jitter(long micros) {
        return new Network(roundTripMicros, micros, lateShare, lateMicros);
    }

    String words() {
        return roundTripMicros + " " + jitterMicros + " " + lateShare + " " + lateMicros;
    }

    /** How long the next packet takes in one direction, ns. */
    long nextDelayNanos() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long nanos = TimeUnit.MICROSECONDS.toNanos(roundTripMicros) / 2;
        if (jitterMicros > 0) {
            nanos += random.nextLong(TimeUnit.MICROSECONDS.toNanos(jitterMicros) / 2 + 1);
        }
        if (lateShare > 0 && random.nextDouble() < lateShare) {
            nanos += TimeUnit.MICROSECONDS.toNanos(lateMicros);
        }
        return nanos;
    }

    /** Such as {@code 1 ms}, or {@code 1 ms, 0.1 % 200 ms late}. */
    @Override
    public String toString() {
        String text = millis(roundTripMicros);
        if (jitterMicros > 0) {
            text += ", jitter " + millis(jitterMicros);
        }
        return lateShare > 0 ? text + ", " + 100 * lateShare + " % " + millis(lateMicros) + " late" : text;
    }

    private static String millis(long micros) {
        return (micros % 1_000 == 0 ? "" + micros / 1_000 : "" + micros / 1_000.0) + " ms";
    }
}
