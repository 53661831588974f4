package io.github.ostiary.algorithm;

import java.util.ArrayList;
import java.util.List;

/** The spellings of the names with recent failures, and the failures in a row under each. Not thread-safe. */
final class NameVariants {

    /*
     * Naive: a success clears the name's failures. Flaw: to an application that tells `Bob` from `bob` these are two
     * accounts, and the owner of one can clear failures at the other without limit.
     *
     * Model: each failure has the number of its spelling: 0 for the canonical one, else that of the failure that brought
     * the spelling into this table. A number is used once, so what is forgotten here is never cleared: those with
     * the oldest failures go first. Beside each stands how many failures in a row it has, for `cap`;
     * the row of all, which is no sum of these since spellings are forgotten, ends by itself a year after its last one.
     */
    static final int MOST = 8;

    /** The time after its last failure when a row ends, µs. */
    static final long ROW_MICROS = 366L * 86_400L * 1_000_000L;

    static final long CANONICAL = 0;

    /** The number of failures that stand for several, and of a spelling that is not known. */
    static final long MIXED = -1;

    private static final class Spelling {

        final long number;
        final String text;
        int streak;

        Spelling(long number, String text) {
            this.number = number;
            this.text = text;
        }
    }

    private List<Spelling> list = List.of();
    private int canonicalStreak;
    private int row;
    private long lastMicros;

    /** The number of a spelling. */
    long number(String text) {
        if (text.isEmpty()) {
            return CANONICAL;
        }
        int at = indexOf(text);
        return at < 0 ? MIXED : list.get(at).number;
    }

    /** The number of a spelling, not the canonical one, that is failed under now; {@code next} if it is new. */
    long used(String text, long next) {
        int at = indexOf(text);
        Spelling spelling = at < 0 ? new Spelling(next, text) : list.remove(at);
        list = list.isEmpty() ? new ArrayList<>(1) : list;
        list.add(spelling);
        if (list.size() > MOST) {
            list.remove(0);
        }
        return spelling.number;
    }

    /** How many failures there are in a row, under whatever spelling. */
    int row(long now) {
        return now - lastMicros < ROW_MICROS ? row : 0;
    }

    /** The time when the row ends by itself, µs; the oldest possible time if there is none. */
    long rowEnd() {
        return row > 0 ? lastMicros + ROW_MICROS : Long.MIN_VALUE;
    }

    /** One more in a row; says how many these are. */
    int lengthenRow(String text, long now) {
        if (row(now) == 0) {
            row = 0;
            endStreaks();
        }
        int at = indexOf(text);
        if (at >= 0) {
            list.get(at).streak++;
        } else if (text.isEmpty()) {
            canonicalStreak++;
        }
        lastMicros = now;
        return ++row;
    }

    /** Takes those of a spelling out of the row. */
    void endStreak(String text) {
        int at = indexOf(text);
        if (at >= 0) {
            row -= list.get(at).streak;
            list.get(at).streak = 0;
        } else if (text.isEmpty()) {
            row -= canonicalStreak;
            canonicalStreak = 0;
        }
    }

    /** None are in a row any more. */
    void endRow() {
        endStreaks();
        row = 0;
    }

    private void endStreaks() {
        list.forEach(spelling -> spelling.streak = 0);
        canonicalStreak = 0;
    }

    private int indexOf(String text) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i).text.equals(text)) {
                return i;
            }
        }
        return -1;
    }
}
