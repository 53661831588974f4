package io.github.ostiary.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a siege by their names: a letter, and the number of the half minute or of the hour that it is about. Half minutes
 * are kept for an hour, hours for a day; what is of another time is none. Not thread-safe.
 */
final class SiegeCounts {

    static final long SLOT_MICROS = 30_000_000;
    static final long HOUR_MICROS = 3_600_000_000L;

    /** Clocks differ: so many slots ahead are heard from other nodes. */
    static final int AHEAD = 2;

    /**
     * The letter of a half minute's failures of a usual day; others follow: other failures, successes, challenges that
     * were not passed.
     */
    static final char FAILED = 'f';

    static final char UNUSUAL = 'g';
    static final char SUCCEEDED = 's';
    static final char CHALLENGED = 'c';

    /** The letters of an hour: failures and attempts of a usual day. */
    static final char USUAL_FAILURES = 'F';

    static final char USUAL_ATTEMPTS = 'A';

    /**
     * The letters without a time: how often sieges have begun and ended, in which slot the last one ended, and which
     * node said so last.
     */
    static final char TURNS = 't';

    static final char ENDED = 'e';
    static final char TURNED_BY = 'n';

    private static final String OF_SLOTS = "fgsc";
    private static final String OF_HOURS = "FA";
    private static final String OF_NO_TIME = "ten";
    private static final int SLOTS = 121 + AHEAD;
    private static final int HOURS = 25;
    private static final long NEVER = -1;

    /** Each row is the number of its time, and a column for each letter. */
    private final long[][] slots = rows(SLOTS, OF_SLOTS);

    private final long[][] hours = rows(HOURS, OF_HOURS);
    private final long[][] rest = rows(1, OF_NO_TIME);

    private static long[][] rows(int many, String letters) {
        long[][] rows = new long[many][1 + letters.length()];
        for (long[] row : rows) {
            row[0] = NEVER;
        }
        return rows;
    }

    /** Whether it is of this time, and known. */
    boolean add(String name, long by, long now) {
        long @Nullable [] row = row(name, now);
        if (row == null) {
            return false;
        }
        row[column(name.charAt(0))] += by;
        return true;
    }

    void set(String name, long value, long now) {
        long @Nullable [] row = row(name, now);
        if (row != null) {
            row[column(name.charAt(0))] = value;
        }
    }

    private static int column(char letter) {
        return 1 + Math.max(OF_SLOTS.indexOf(letter), Math.max(OF_HOURS.indexOf(letter), OF_NO_TIME.indexOf(letter)));
    }

    /** Null for what is of another time, or foreign: it must not push out what is of this one. */
    private long @Nullable [] row(String name, long now) {
        char letter = name.charAt(0);
        long number;
        try {
            number = name.length() == 1 ? 0 : Long.parseLong(name.substring(1));
        } catch (NumberFormatException e) {
            return null;
        }
        if (OF_SLOTS.indexOf(letter) >= 0) {
            return row(slots, number, now / SLOT_MICROS + AHEAD);
        }
        if (OF_HOURS.indexOf(letter) >= 0) {
            return row(hours, number, now / HOUR_MICROS);
        }
        return OF_NO_TIME.indexOf(letter) >= 0 ? row(rest, number, 0) : null;
    }

    private static long @Nullable [] row(long[][] rows, long number, long newest) {
        if (number > newest || number <= newest - rows.length) {
            return null;
        }
        long[] row = rows[(int) Math.floorMod(number, (long) rows.length)];
        if (row[0] != number) {
            Arrays.fill(row, 0);
            row[0] = number;
        }
        return row;
    }

    /** The sum of the slots after one, to another. */
    long sum(char letter, long fromSlot, long toSlot) {
        return sum(slots, column(letter), fromSlot, toSlot);
    }

    /** The sum of the last day's whole hours. */
    long usual(char letter, long hour) {
        return sum(hours, column(letter), hour - HOURS, hour - 1);
    }

    private static long sum(long[][] rows, int column, long from, long to) {
        long sum = 0;
        for (long[] row : rows) {
            sum += row[0] > from && row[0] <= to ? row[column] : 0;
        }
        return sum;
    }

    long get(char letter) {
        return rest[0][column(letter)];
    }

    /** The names of those that nodes still count, for clocks differ; of challenges since a while, for they are passed later. */
    static List<String> recent(long slot, long tail) {
        String hour = Long.toString(slot * SLOT_MICROS / HOUR_MICROS);
        List<String> names = new ArrayList<>(List.of("t", "e", "n", USUAL_FAILURES + hour, USUAL_ATTEMPTS + hour));
        for (long each = slot - tail; each <= slot + 1; each++) {
            names.add(CHALLENGED + Long.toString(each));
            if (each >= slot - 1) {
                names.addAll(List.of("" + FAILED + each, "" + UNUSUAL + each, "" + SUCCEEDED + each));
            }
        }
        return names;
    }

    /** The changes of sums by which the failures of the slots after one, to another, are none of a usual day. */
    Map<String, Long> forgotten(long fromSlot, long toSlot) {
        Map<String, Long> grown = new HashMap<>();
        for (long[] row : slots) {
            long failed = row[0] > fromSlot && row[0] <= toSlot ? row[column(FAILED)] : 0;
            if (failed != 0) {
                long hour = row[0] * SLOT_MICROS / HOUR_MICROS;
                grown.put("" + FAILED + row[0], -failed);
                grown.put("" + UNUSUAL + row[0], failed);
                grown.merge("" + USUAL_FAILURES + hour, -failed, Long::sum);
                grown.merge("" + USUAL_ATTEMPTS + hour, -failed, Long::sum);
            }
        }
        return grown;
    }

    /** The sums that are not 0 and not too old. */
    Map<String, Long> all(long now) {
        Map<String, Long> all = new HashMap<>();
        add(all, slots, OF_SLOTS, now / SLOT_MICROS + AHEAD);
        add(all, hours, OF_HOURS, now / HOUR_MICROS);
        for (int i = 0; i < OF_NO_TIME.length(); i++) {
            add(all, String.valueOf(OF_NO_TIME.charAt(i)), rest[0][1 + i]);
        }
        return all;
    }

    private static void add(Map<String, Long> all, long[][] rows, String letters, long newest) {
        for (long[] row : rows) {
            for (int i = 0; row[0] > newest - rows.length && i < letters.length(); i++) {
                add(all, letters.charAt(i) + Long.toString(row[0]), row[1 + i]);
            }
        }
    }

    private static void add(Map<String, Long> all, String name, long value) {
        if (value != 0) {
            all.put(name, value);
        }
    }
}
