package io.github.ostiary.rule;

import io.github.ostiary.rule.Siege.Sign;
import java.util.Arrays;

/**
 * The signs of attacks in slots of half a minute for an hour, and what was usual in hours for a day: each count belongs to the time
 * that its number says. Not thread-safe.
 */
final class SiegeCounts {

    static final long SLOT_MICROS = 30_000_000;
    static final long HOUR_MICROS = 3_600_000_000L;

    /** Clocks differ: so many slots ahead are heard from other nodes. */
    static final int AHEAD = 2;

    private static final int SLOTS = 121 + AHEAD;
    private static final int HOURS = 25;
    private static final int SIGNS = Sign.values().length;

    private final long[] slots = new long[SLOTS];
    private final int[][] signs = new int[SLOTS][SIGNS];

    /** The failures of a slot that are among the usual ones of its hour. */
    private final int[] usualFailures = new int[SLOTS];

    private final long[] hours = new long[HOURS];
    private final int[][] usual = new int[HOURS][2];

    void add(Sign sign, int many, long slot) {
        signs[at(slot)][index(sign)] += many;
    }

    private int at(long slot) {
        int at = (int) Math.floorMod(slot, (long) SLOTS);
        if (slots[at] != slot) {
            slots[at] = slot;
            Arrays.fill(signs[at], 0);
            usualFailures[at] = 0;
        }
        return at;
    }

    /** An attempt of a usual day. */
    void addUsual(Sign sign, long micros) {
        int failed = sign == Sign.FAILED ? 1 : 0;
        usualFailures[at(micros / SLOT_MICROS)] += failed;
        addUsual(failed, 1, micros / HOUR_MICROS);
    }

    void addUsual(int failed, int attempts, long hour) {
        int at = (int) Math.floorMod(hour, (long) HOURS);
        if (hours[at] != hour) {
            hours[at] = hour;
            Arrays.fill(usual[at], 0);
        }
        usual[at][0] += failed;
        usual[at][1] += attempts;
    }

    /** What led to a siege was not usual. */
    void forget(long fromSlot, long toSlot) {
        for (int i = 0; i < SLOTS; i++) {
            int at = (int) Math.floorMod(slots[i] * SLOT_MICROS / HOUR_MICROS, (long) HOURS);
            if (slots[i] > fromSlot && slots[i] <= toSlot && hours[at] == slots[i] * SLOT_MICROS / HOUR_MICROS) {
                usual[at][0] -= usualFailures[i];
                usual[at][1] -= usualFailures[i];
                usualFailures[i] = 0;
            }
        }
    }

    int sum(Sign sign, long fromSlot, long toSlot) {
        int sum = 0;
        for (int i = 0; i < SLOTS; i++) {
            sum += slots[i] > fromSlot && slots[i] <= toSlot ? signs[i][index(sign)] : 0;
        }
        return sum;
    }

    int usual(int what, long hour) {
        int sum = 0;
        for (int i = 0; i < HOURS; i++) {
            sum += hours[i] >= hour - 24 && hours[i] < hour ? usual[i][what] : 0;
        }
        return sum;
    }

    /**
     * Writes what is not empty of the last hour and the last day.
     *
     * @param text grows
     * @param now the time, µs
     */
    void write(StringBuilder text, long now) {
        for (int i = 0; i < SLOTS; i++) {
            if (now / SLOT_MICROS - slots[i] < SLOTS && slots[i] > 0) {
                text.append(";s").append(slots[i]);
                for (int count : signs[i]) {
                    text.append(',').append(count);
                }
            }
        }
        for (int i = 0; i < HOURS; i++) {
            if (now / HOUR_MICROS - hours[i] < HOURS && hours[i] > 0) {
                text.append(";h").append(hours[i]);
                text.append(',').append(usual[i][0]).append(',').append(usual[i][1]);
            }
        }
    }

    /** Adds a part of that. A clock that is far ahead, and what was said long ago, must not push out what is of this time. */
    void read(String part, long now) {
        if (part.isEmpty()) {
            return;
        }
        String[] words = part.substring(1).split(",", -1);
        long number = Long.parseLong(words[0]);
        if (part.charAt(0) == 's' && words.length == 1 + SIGNS && isNear(number, now / SLOT_MICROS + AHEAD, SLOTS)) {
            for (Sign sign : Sign.values()) {
                add(sign, Integer.parseInt(words[1 + index(sign)]), number);
            }
        } else if (part.charAt(0) == 'h' && words.length == 3 && isNear(number, now / HOUR_MICROS, HOURS)) {
            addUsual(Integer.parseInt(words[1]), Integer.parseInt(words[2]), number);
        }
    }

    private static boolean isNear(long number, long newest, int kept) {
        return number <= newest && number > newest - kept;
    }

    private static int index(Sign sign) {
        return switch (sign) {
            case FAILED -> 0;
            case SUCCEEDED -> 1;
            case CHALLENGED -> 2;
            case PASSED -> 3;
        };
    }
}
