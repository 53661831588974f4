package io.github.ostiary.algorithm;

import java.util.ArrayList;
import java.util.List;

/** The settled failures that may still count. Not thread-safe. */
final class Failures {

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
     * Cost: O(n); n is at most a little more than twice the largest threshold.
     */
    private final List<Failure> list = new ArrayList<>(4);

    final Spellings spellings = new Spellings();

    private long seq;

    /** The number of the newest one settled. */
    long seq() {
        return seq;
    }

    /** Adds one; false if it tells nothing new. */
    boolean add(long time, String value, String written, boolean distinct) {
        seq++;
        long spelling = spellings.used(written, seq);
        if (distinct) {
            int known = indexOf(value);
            if (known >= 0) {
                Failure before = list.get(known);
                spelling = before.spelling() == spelling ? spelling : Spellings.MIXED;
                if (before.time() > time) {
                    list.set(known, new Failure(before.time(), before.seq(), value, spelling));
                    return false;
                }
                list.remove(known);
            }
        }
        int at = list.size();
        while (at > 0 && list.get(at - 1).time() > time) {
            at--;
        }
        list.add(at, new Failure(time, seq, value, spelling));
        return true;
    }

    /** How many, settled after {@code mark}, lie in the window that ends at {@code end}. */
    int count(long end, long window, long mark) {
        int count = 0;
        for (int i = list.size() - 1; i >= 0 && end - list.get(i).time() < window; i--) {
            if (list.get(i).seq() > mark) {
                count++;
            }
        }
        return count;
    }

    /** Whether a value is among those. */
    boolean counts(String value, long end, long window, long mark) {
        int known = indexOf(value);
        return known >= 0
                && list.get(known).seq() > mark
                && end - list.get(known).time() < window;
    }

    /** Whether any window that contains {@code time} holds so many settled after {@code mark}. */
    boolean reach(int threshold, long time, long window, long mark) {
        int count = 0;
        int low = 0;
        for (Failure failure : list) {
            if (failure.time() - time >= window) {
                return false;
            }
            count += failure.seq() > mark ? 1 : 0;
            while (failure.time() - list.get(low).time() >= window) {
                count -= list.get(low++).seq() > mark ? 1 : 0;
            }
            if (failure.time() >= time && count >= threshold) {
                return true;
            }
        }
        return false;
    }

    /** The spelling of all that counts in a step for one of a time, or {@link Spellings#MIXED}. */
    long spelling(long time, long window, long mark) {
        long spelling = Spellings.MIXED;
        boolean any = false;
        for (Failure failure : list) {
            if (failure.seq() > mark && Math.abs(failure.time() - time) < window) {
                spelling = any && spelling != failure.spelling() ? Spellings.MIXED : failure.spelling();
                if (spelling == Spellings.MIXED) {
                    return spelling;
                }
                any = true;
            }
        }
        return spelling;
    }

    /** Forgets those of a spelling. */
    void forget(long spelling) {
        list.removeIf(failure -> failure.spelling() == spelling);
    }

    /** Forgets all up to a time, and the oldest of too many. */
    void prune(long until, int most) {
        int gone = 0;
        while (gone < list.size() && (list.get(gone).time() <= until || list.size() - gone > most)) {
            gone++;
        }
        list.subList(0, gone).clear();
    }

    void clear() {
        list.clear();
        spellings.clear();
    }

    /** When the newest one began; the oldest possible time if there is none. */
    long newest() {
        return list.isEmpty() ? Long.MIN_VALUE : list.get(list.size() - 1).time();
    }

    private int indexOf(String value) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i).value().equals(value)) {
                return i;
            }
        }
        return -1;
    }
}
