package io.github.ostiary.algorithm;

import java.util.Arrays;

/** The settled failures that may still count. Not thread-safe. */
class Failures {

    /*
     * Naive: a counter per step. Flaw: a window that ends in steps lets twice as many through, and an attempt that began
     * early but is settled late is counted at the wrong time.
     *
     * Model: a list in order of begin times. The order of settling is kept beside it as a number that only grows, so
     * "since the step last fired" is a comparison with the number at which it fired, and one list serves all steps.
     * Where different values are counted, a value is in the list once, with its newest failure: a failure older than
     * that tells nothing new, but that the value was tried under several spellings, if so.
     *
     * A late failure may complete a window that has long ended; so every window of the step's length that contains it
     * is looked at, in one sweep.
     *
     * Worked: 3 per 10 s, failures of 0 s and 9 s settled, one of 20 s too; now one that began at 5 s fails. The window
     * that ends at 9 s holds 0, 5, 9: the step fires.
     *
     * Cost: O(n), 24 bytes each and the value; n is at most a little more than twice the largest threshold.
     */
    private static final int EACH = 3;
    private static final int SEQ = 1;
    private static final int SPELLING = 2;
    private static final long[] NONE = {};
    private static final String[] NO_VALUES = {};

    private int size;

    /**
     * Of each attempt the time when it began, µs, in this order; how many were settled before it, plus one; and the number of how
     * its name was written, see {@link NameVariants}.
     */
    private long[] figures = NONE;

    /** The values that {@code distinct} compares; of no length where none has any. */
    private String[] values = NO_VALUES;

    private long seq;

    /** The number of the newest one settled. */
    long seq() {
        return seq;
    }

    private long time(int i) {
        return figures[EACH * i];
    }

    private long seq(int i) {
        return figures[EACH * i + SEQ];
    }

    private long spelling(int i) {
        return figures[EACH * i + SPELLING];
    }

    /** Adds one; false if it tells nothing new. */
    boolean add(long time, String value, long written, boolean distinct) {
        seq++;
        long spelling = written;
        int known = distinct ? indexOf(value) : -1;
        if (known >= 0) {
            spelling = spelling(known) == written ? written : NameVariants.MIXED;
            if (time(known) > time) {
                figures[EACH * known + SPELLING] = spelling;
                return false;
            }
            remove(known, known + 1);
        }
        int at = size;
        while (at > 0 && time(at - 1) > time) {
            at--;
        }
        insert(at, time, value, spelling);
        return true;
    }

    /** How many, settled after {@code mark}, lie in the window that ends at {@code end}. */
    int count(long end, long window, long mark) {
        int count = 0;
        for (int i = size - 1; i >= 0 && end - time(i) < window; i--) {
            if (seq(i) > mark) {
                count++;
            }
        }
        return count;
    }

    /** Whether a value is among those. */
    boolean counts(String value, long end, long window, long mark) {
        int known = indexOf(value);
        return known >= 0 && seq(known) > mark && end - time(known) < window;
    }

    /** Whether any window that contains {@code time} holds so many settled after {@code mark}. */
    boolean reach(int threshold, long time, long window, long mark) {
        int count = 0;
        int low = 0;
        for (int i = 0; i < size && time(i) - time < window; i++) {
            count += seq(i) > mark ? 1 : 0;
            while (time(i) - time(low) >= window) {
                count -= seq(low++) > mark ? 1 : 0;
            }
            if (time(i) >= time && count >= threshold) {
                return true;
            }
        }
        return false;
    }

    /** The spelling of all that counts in a step for one of a time, or {@link NameVariants#MIXED}. */
    long spelling(long time, long window, long mark) {
        long spelling = NameVariants.MIXED;
        boolean any = false;
        for (int i = 0; i < size; i++) {
            if (seq(i) > mark && Math.abs(time(i) - time) < window) {
                spelling = any && spelling != spelling(i) ? NameVariants.MIXED : spelling(i);
                if (spelling == NameVariants.MIXED) {
                    return spelling;
                }
                any = true;
            }
        }
        return spelling;
    }

    /** Forgets those of a spelling that began up to a time. */
    void forget(long spelling, long until) {
        for (int i = size - 1; i >= 0; i--) {
            if (spelling(i) == spelling && time(i) <= until) {
                remove(i, i + 1);
            }
        }
    }

    /** Forgets all up to a time, and the oldest of too many. */
    void prune(long until, int most) {
        int gone = 0;
        while (gone < size && (time(gone) <= until || size - gone > most)) {
            gone++;
        }
        remove(0, gone);
    }

    void clear() {
        size = 0;
        figures = NONE;
        values = NO_VALUES;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The time when the newest one began; the oldest possible time if there is none. */
    long newest() {
        return size == 0 ? Long.MIN_VALUE : time(size - 1);
    }

    private int indexOf(String value) {
        for (int i = size - 1; i >= 0; i--) {
            if (value.equals(values.length == 0 ? "" : values[i])) {
                return i;
            }
        }
        return -1;
    }

    private void insert(int at, long time, String value, long spelling) {
        if (EACH * size == figures.length) {
            int longer = Math.max(1, 2 * size);
            figures = Arrays.copyOf(figures, EACH * longer);
            values = values.length == 0 ? values : Arrays.copyOf(values, longer);
        }
        if (values.length == 0 && !value.isEmpty()) {
            values = new String[figures.length / EACH];
            Arrays.fill(values, "");
        }
        move(at, at + 1);
        figures[EACH * at] = time;
        figures[EACH * at + SEQ] = seq;
        figures[EACH * at + SPELLING] = spelling;
        if (values.length > 0) {
            values[at] = value;
        }
        size++;
    }

    private void remove(int from, int to) {
        if (from < to) {
            move(to, from);
            size -= to - from;
        }
    }

    /** Moves the entries from one index on to another. */
    private void move(int from, int to) {
        System.arraycopy(figures, EACH * from, figures, EACH * to, EACH * (size - from));
        if (values.length > 0) {
            System.arraycopy(values, from, values, to, size - from);
        }
    }
}
