package io.github.ostiary.text;

import java.security.SecureRandom;

/**
 * A hash of texts that callers choose: with {@link String#hashCode} they would choose where they collide, so this one is
 * keyed by figures drawn at each start.
 */
public final class SeededHash {

    private static final SecureRandom SECRET = new SecureRandom();
    private static final long START = SECRET.nextLong();
    private static final long FIRST = SECRET.nextLong() | 1;
    private static final long SECOND = SECRET.nextLong() | 1;

    private SeededHash() {}

    /**
     * Four characters at a time, each four folded by one wide product, as wyhash does (Wang Yi, 2019): one character at a
     * time takes four times as long, and every decision hashes.
     */
    public static int of(String text) {
        int length = text.length();
        long mixed = START ^ length;
        int i = 0;
        for (; i <= length - 4; i += 4) {
            long four = text.charAt(i)
                    | (long) text.charAt(i + 1) << 16
                    | (long) text.charAt(i + 2) << 32
                    | (long) text.charAt(i + 3) << 48;
            mixed = fold(mixed ^ FIRST, four ^ SECOND);
        }
        for (; i < length; i++) {
            mixed = fold(mixed ^ FIRST, text.charAt(i) ^ SECOND);
        }
        return (int) ((mixed * FIRST) >>> 32);
    }

    private static long fold(long a, long b) {
        return Math.multiplyHigh(a, b) ^ (a * b);
    }
}
