package io.github.ostiary.algorithm;

/** A counter's own clock: that of its store, but for steps back. Not thread-safe. */
final class KeyClock {

    /*
     * Naive: the store's clock. Flaw: a step back of an hour keeps a lock of ten minutes for an hour and ten.
     *
     * Model: what was last done has a time, `newest`. Behind it by up to a second time stands still there; further behind,
     * it goes on from there by an offset, for as long as the store's clock is behind and no longer: once that has caught
     * up, it is the truth again. An offset kept for good would put everything an hour ahead when the clock is put right.
     *
     * A clock that stays back catches up, too, while the counter is not used. So a caller who is denied meanwhile leaves a
     * note of how far time has got, four times per step at most.
     *
     * Invariant: time never runs backwards from what was done, nor ahead of the true time while all the clock does is to
     * go wrong by steps back and to be put right. What is done while it is wrong has the time of what was done before the
     * step, plus what has passed since the last use: too early by as long as the counter was not used. A
     * clock that jumps ahead of what a counter has seen cannot be distinguished from time that passes, nor can half a correction.
     *
     * Worked: a lock of 600 s at 0 s, the clock 3600 s back, a caller denied: offset 3600 s. 4 s later, if it stays back,
     * the clock says -3596 s and 596 s are left; if it is put right it says 4 s, and 596 s are left.
     */
    private static final long FREEZE_MICROS = 1_000_000;

    /** Steps back by more than that may end keys when they are undone, µs: a week. */
    private static final long LONGEST_UNDONE_MICROS = 7L * 86_400L * 1_000_000L;

    private static final int NOTES_PER_STEP = 4;

    private boolean known;
    private long newest;
    private long noted;
    private long offset;

    private long now;
    private long nextOffset;
    private long frozen;

    /** Moves to the time of a decision, and returns it by this clock. */
    long read(long micros) {
        now = micros;
        nextOffset = 0;
        if (known && micros < noted) {
            nextOffset = micros < noted - FREEZE_MICROS ? offset : 0;
            now = Math.max(noted, micros + nextOffset);
            if (micros + offset < noted - FREEZE_MICROS) {
                nextOffset = noted - micros;
            }
        }
        frozen = now - micros - nextOffset;
        return now;
    }

    boolean known() {
        return known;
    }

    /** The time of the last use. */
    long newest() {
        return newest;
    }

    /** Something is done now. */
    void stamp() {
        known = true;
        newest = now;
        noted = now;
        offset = nextOffset;
    }

    /** Something was done at an earlier time, later than all that is known. */
    void stampAt(long time, long micros) {
        newest = time;
        noted = Math.max(noted, time);
        read(micros);
    }

    /** Nothing is done now; how far time has got is kept where that matters. */
    void note() {
        boolean far = nextOffset > 0 && now - noted >= nextOffset / NOTES_PER_STEP;
        if (known && (far || nextOffset != offset)) {
            offset = nextOffset;
            noted = offset > 0 ? now : newest;
        }
    }

    /** How much later by the store's clock something may end than by this one, µs. */
    long extraMicros() {
        return frozen + Math.min(nextOffset, LONGEST_UNDONE_MICROS);
    }

    /** Starts anew, as if never used. */
    void clear(long micros) {
        known = false;
        offset = 0;
        read(micros);
    }
}
