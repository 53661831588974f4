package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** A script call as it was sent, to be sent again for other callers. All callers' names are of the same length. */
final class RecordedCall {

    private static final String NAME = "caller-";
    private static final int DIGITS = 7;

    private final byte[] bytes;
    private final int[] callers;

    /**
     * A call.
     *
     * @param bytes as sent, with names of {@link #caller} in them
     */
    RecordedCall(byte[] bytes) {
        this.bytes = bytes;
        String text = new String(bytes, US_ASCII);
        int[] found = new int[bytes.length / NAME.length()];
        int count = 0;
        for (int at = text.indexOf(NAME); at >= 0; at = text.indexOf(NAME, at + 1)) {
            found[count++] = at + NAME.length();
        }
        callers = Arrays.copyOf(found, count);
    }

    /** A caller's name. */
    static String caller(int number) {
        return NAME + String.format("%0" + DIGITS + "d", number);
    }

    /** How many names are in it: as many as decisions, where each has one key. */
    int names() {
        return callers.length;
    }

    /** The bytes with the n-th name for the n-th of the callers from a number on, beginning anew behind the last. */
    byte[] to(int first, int callersInAll) {
        for (int i = 0; i < callers.length; i++) {
            set(callers[i], (first + i) % callersInAll);
        }
        return bytes;
    }

    /** The bytes with the same name everywhere. */
    byte[] toOne(int caller) {
        for (int at : callers) {
            set(at, caller);
        }
        return bytes;
    }

    private void set(int at, int caller) {
        int left = caller;
        for (int digit = DIGITS - 1; digit >= 0; digit--) {
            bytes[at + digit] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }
}
