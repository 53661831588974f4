package io.github.ostiary.trial;

import java.util.Arrays;

/**
 * A sketch of how much callers use in a window: of a sample of them, the most each has used in any window of the last day. Callers are
 * sampled by their hashes, all alike whatever they do, as many as there is room for: when it is full, the half is kept whose
 * next bit is 0 (adaptive sampling, Wegman; Flajolet, "On Adaptive Sampling", Computing 43, 1990). So a caller who is in it
 * has been in it from his first call on. Not thread-safe.
 *
 * <p>A window is counted in quarters, the one that has begun and four before it: what is taken for a window's use is that of
 * one to one and a quarter windows, never less than any window had.
 */
final class UseSketch {

    /** The number of callers that are kept: as many as tell one in ten thousand. */
    static final int MOST_CALLERS = 10_000;

    private static final int SLOTS = 1 << 14;
    private static final int PARTS = 5;
    private static final int QUARTERS = 4;
    private static final long QUARTER_MICROS = 6 * 3_600_000_000L;

    private final long partMicros;
    private final long[] hashes = new long[SLOTS];
    private final long[] newestParts = new long[SLOTS];
    private final int[] parts = new int[SLOTS * PARTS];
    private final long[] newestQuarters = new long[SLOTS];
    private final int[] peaks = new int[SLOTS * QUARTERS];
    private int callers;
    private int depth;
    private long lastMicros;

    /** A sketch of windows of so many µs. */
    UseSketch(long windowMicros) {
        partMicros = Math.max(1, windowMicros / (PARTS - 1));
    }

    /**
     * Takes note of a use.
     *
     * @param caller a hash of 64 bits that callers cannot foresee
     * @param permits asked for
     * @param now µs
     */
    void add(long caller, long permits, long now) {
        lastMicros = Math.max(lastMicros, now);
        long hash = caller == 0 ? 1 : caller;
        if (!isKept(hash)) {
            return;
        }
        int slot = slotOf(hash);
        if (hashes[slot] == 0) {
            if (callers == MOST_CALLERS) {
                makeRoom(now);
                add(hash, permits, now);
                return;
            }
            begin(slot, hash, now);
        }
        count(slot, permits, now);
    }

    private void begin(int slot, long hash, long now) {
        callers++;
        hashes[slot] = hash;
        newestParts[slot] = now / partMicros;
        newestQuarters[slot] = now / QUARTER_MICROS;
        Arrays.fill(parts, slot * PARTS, slot * PARTS + PARTS, 0);
        Arrays.fill(peaks, slot * QUARTERS, slot * QUARTERS + QUARTERS, 0);
    }

    /** The time when it was last added to. */
    long lastMicros() {
        return lastMicros;
    }

    private boolean isKept(long hash) {
        return depth == 0 || hash >>> (Long.SIZE - depth) == 0;
    }

    private int slotOf(long hash) {
        int slot = (int) hash & (SLOTS - 1);
        while (hashes[slot] != 0 && hashes[slot] != hash) {
            slot = (slot + 1) & (SLOTS - 1);
        }
        return slot;
    }

    private void count(int slot, long permits, long now) {
        long part = now / partMicros;
        clear(parts, slot * PARTS, PARTS, newestParts[slot], part);
        newestParts[slot] = Math.max(newestParts[slot], part);
        int at = slot * PARTS + Math.floorMod(newestParts[slot], PARTS);
        parts[at] = (int) Math.min(Integer.MAX_VALUE, parts[at] + permits);

        long quarter = now / QUARTER_MICROS;
        clear(peaks, slot * QUARTERS, QUARTERS, newestQuarters[slot], quarter);
        newestQuarters[slot] = Math.max(newestQuarters[slot], quarter);
        int peak = slot * QUARTERS + Math.floorMod(newestQuarters[slot], QUARTERS);
        peaks[peak] = Math.max(peaks[peak], used(slot));
    }

    /** A clock that is behind clears nothing. */
    private static void clear(int[] ring, int from, int length, long newest, long now) {
        for (long gone = newest + 1; gone <= now && gone <= newest + length; gone++) {
            ring[from + (int) Math.floorMod(gone, (long) length)] = 0;
        }
    }

    private int used(int slot) {
        long used = 0;
        for (int i = 0; i < PARTS; i++) {
            used += parts[slot * PARTS + i];
        }
        return (int) Math.min(Integer.MAX_VALUE, used);
    }

    /** Forgets callers of more than a day ago; if there are none, every second caller. */
    private void makeRoom(long now) {
        if (rebuilt(now) > MOST_CALLERS * 9 / 10) {
            while (callers > MOST_CALLERS * 9 / 10) {
                depth++;
                var unused = rebuilt(now);
            }
        }
    }

    /** Keeps the callers it should keep; returns their number. */
    private int rebuilt(long now) {
        UseSketch old = copy();
        Arrays.fill(hashes, 0);
        callers = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (old.hashes[slot] != 0 && isKept(old.hashes[slot]) && old.peak(slot, now) > 0) {
                move(old, slot);
            }
        }
        return callers;
    }

    private UseSketch copy() {
        UseSketch copy = new UseSketch(partMicros * (PARTS - 1));
        System.arraycopy(hashes, 0, copy.hashes, 0, SLOTS);
        System.arraycopy(newestParts, 0, copy.newestParts, 0, SLOTS);
        System.arraycopy(parts, 0, copy.parts, 0, parts.length);
        System.arraycopy(newestQuarters, 0, copy.newestQuarters, 0, SLOTS);
        System.arraycopy(peaks, 0, copy.peaks, 0, peaks.length);
        return copy;
    }

    private void move(UseSketch old, int from) {
        int slot = slotOf(old.hashes[from]);
        callers++;
        hashes[slot] = old.hashes[from];
        newestParts[slot] = old.newestParts[from];
        newestQuarters[slot] = old.newestQuarters[from];
        System.arraycopy(old.parts, from * PARTS, parts, slot * PARTS, PARTS);
        System.arraycopy(old.peaks, from * QUARTERS, peaks, slot * QUARTERS, QUARTERS);
    }

    /** The most a caller has used in a window of the last day; 0 if he was not here. */
    private int peak(int slot, long now) {
        long oldest = now / QUARTER_MICROS - QUARTERS + 1;
        int peak = 0;
        for (int i = 0; i < QUARTERS; i++) {
            long quarter = newestQuarters[slot] - i;
            if (quarter >= oldest) {
                peak = Math.max(peak, peaks[slot * QUARTERS + (int) Math.floorMod(quarter, (long) QUARTERS)]);
            }
        }
        return peak;
    }

    /** The callers of the last day, each with the most it has used in a window. */
    UseSample sample(long now) {
        UseSample sample = new UseSample(depth);
        for (int slot = 0; slot < SLOTS; slot++) {
            int peak = hashes[slot] == 0 ? 0 : peak(slot, now);
            if (peak > 0) {
                sample.add(hashes[slot] >>> (Long.SIZE - UseSample.BITS), peak);
            }
        }
        return sample;
    }
}
