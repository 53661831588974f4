package io.github.ostiary.algorithm;

import java.util.Arrays;

/** The weights of a log in the order of their times, which never fall. A log inherits them with its clock. Not thread-safe. */
abstract class WeightLog extends KeyClock {

    /*
     * Naive: two numbers of 64 bits an entry, in arrays that double. Flaw: 16 bytes, and as many more for what may come.
     *
     * Model: a ring in which an entry takes five letters of 16 bits: its time modulo 2^48 µs, and modulo 2^32 the running total
     * of all weights up to and including its own. Both are read by their distance: a time by that from the newest, which is the
     * time of the last use, a total by that from the total before the first entry. So what is used in any window is a difference
     * of two totals, and both "which entries are live" and "when is there room again" are binary searches.
     *
     * Invariant: the log drops older entries before it appends one. So no entry is older than the newest by more than a window and
     * the life of a part taken ahead, less than two years; 48 bits hold nine. All weights together are at most a few times the
     * 1,000,000 permits of a log.
     *
     * Cost: 10 bytes an entry, and for what may come a sixth more at most, but no more than the limit allows.
     */
    private static final int EACH = 5;
    private static final int LETTER = 16;
    private static final long TIMES = (1L << (3 * LETTER)) - 1;

    /** How far from the end an entry is looked for by its time. */
    private static final int NEAR = 128;

    private char[] letters = new char[EACH];
    private int head;
    private int size;

    /** The total before the first entry. */
    private int base;

    final int size() {
        return size;
    }

    /** The time of an entry, µs. */
    final long timeAt(int index) {
        int at = at(index);
        long low = letters[at] | ((long) letters[at + 1] << LETTER) | ((long) letters[at + 2] << (2 * LETTER));
        return newest() - ((newest() - low) & TIMES);
    }

    /** The weight of the first entries, so many. */
    final long weightOf(int entries) {
        return entries == 0 ? 0 : total(at(entries - 1)) - base;
    }

    /** The weight of all others. */
    final long weightBehind(int entries) {
        return size == 0 ? 0 : total(at(size - 1)) - base - weightOf(entries);
    }

    private int total(int at) {
        return letters[at + 3] | (letters[at + 4] << LETTER);
    }

    private void setTotal(int at, int total) {
        letters[at + 3] = (char) total;
        letters[at + 4] = (char) (total >>> LETTER);
    }

    /** Adds one of the time of the last use. There are mostly no more than so many. */
    final void append(long weight, long most) {
        int total = base + (int) (weightOf(size) + weight);
        if (size * EACH == letters.length) {
            grow(most);
        }
        int at = at(size++);
        long time = newest();
        letters[at] = (char) time;
        letters[at + 1] = (char) (time >>> LETTER);
        letters[at + 2] = (char) (time >>> (2 * LETTER));
        setTotal(at, total);
    }

    private void grow(long most) {
        int larger = size + size / 6 + 2;
        int length = EACH * (size < most ? (int) Math.min(larger, most) : larger);
        char[] longer = Arrays.copyOfRange(letters, head, head + length);
        System.arraycopy(letters, 0, longer, letters.length - head, head);
        letters = longer;
        head = 0;
    }

    /** Takes the first entries off, so many. */
    final void dropFirst(int entries) {
        base += (int) weightOf(entries);
        head = at(entries);
        size -= entries;
    }

    /** Takes weight off the first entries; the last one stays, for its time. */
    final void dropWeight(long weight) {
        int covered = Math.min(firstHeavierThan(weight), size - 1);
        int after = base + (int) weight;
        dropFirst(covered);
        base = after;
    }

    /** Takes weight off an entry of a time, all but one, where that is near the end; says what is left to take. */
    final long takeOff(long time, long weight) {
        long left = weight;
        for (int i = size - 1; i >= Math.max(0, size - NEAR) && left > 0; i--) {
            if (timeAt(i) == time) {
                long back = Math.min(left, weightOf(i + 1) - weightOf(i) - 1);
                for (int j = i; j < size; j++) {
                    setTotal(at(j), total(at(j)) - (int) back);
                }
                left -= back;
            }
        }
        return left;
    }

    /** The first entry of that time or later; their number if there is none. */
    final int firstSince(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (timeAt(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first entry up to which there is more weight; their number if there is none. */
    final int firstHeavierThan(long weight) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (weightOf(middle + 1) <= weight) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The place of an entry, or of the next one. */
    private int at(int index) {
        int at = head + index * EACH;
        return at < letters.length ? at : at - letters.length;
    }
}
