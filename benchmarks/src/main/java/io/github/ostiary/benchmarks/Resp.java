package io.github.ostiary.benchmarks;

/** Where a value of the protocol of Redis ends, without looking at what it says. */
final class Resp {

    /** What cannot end yet: more bytes must come. */
    static final int INCOMPLETE = -1;

    private Resp() {}

    /**
     * The end of a value.
     *
     * @param begin where it begins
     * @param end of the bytes that came
     * @return the index behind it, or {@link #INCOMPLETE}
     */
    static int end(byte[] bytes, int begin, int end) {
        int line = begin;
        while (line + 1 < end && bytes[line + 1] != '\n') {
            line++;
        }
        if (line + 1 >= end) {
            return INCOMPLETE;
        }
        int next = line + 2;
        switch (bytes[begin]) {
            case '$':
                int length = number(bytes, begin + 1, line);
                int behind = length < 0 ? next : next + length + 2;
                return behind <= end ? behind : INCOMPLETE;
            case '*':
                return endOfArray(bytes, next, number(bytes, begin + 1, line), end);
            default:
                return next;
        }
    }

    private static int endOfArray(byte[] bytes, int begin, int members, int end) {
        int next = begin;
        for (int i = 0; i < members && next != INCOMPLETE; i++) {
            next = end(bytes, next, end);
        }
        return next;
    }

    private static int number(byte[] bytes, int begin, int end) {
        int value = 0;
        for (int i = begin; i < end; i++) {
            if (bytes[i] == '-') {
                return -1;
            }
            value = value * 10 + bytes[i] - '0';
        }
        return value;
    }
}
