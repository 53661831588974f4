package io.github.ostiary.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * A clock that each counter has of its own: that of its store, but for steps back. Counters inherit it, since there are as many as
 * callers, and an object takes memory. Not thread-safe.
 */
class KeyClock {

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

    /** The time of the decision under way by this clock, µs, and by the store's. */
    long now;

    long clockMicros;

    private long newest;
    private boolean known;

    /** Null while the clock is right, and nothing was noted since the last use: mostly. */
    private @Nullable SetBack setBack;

    /**
     * A step back that the clock was last seen to have taken.
     *
     * @param noted how far time has got
     * @param offset how much further than the store's clock, more than 0
     */
    private record SetBack(long noted, long offset) {}

    /** Moves to the time of a decision, and returns it by this clock. */
    long read(long micros) {
        clockMicros = micros;
        long last = noted();
        now = !known || micros >= last
                ? micros
                : Math.max(last, last - micros > FREEZE_MICROS ? micros + offset() : last);
        return now;
    }

    boolean known() {
        return known;
    }

    /** The time of the last use. */
    long newest() {
        return newest;
    }

    private long noted() {
        return setBack == null ? newest : setBack.noted;
    }

    private long offset() {
        return setBack == null ? 0 : setBack.offset;
    }

    /** The offset from now on. It is the same once it is kept, so that it can be asked for at any time of a call. */
    private long nextOffset() {
        long behind = noted() - clockMicros;
        return now == clockMicros || behind <= FREEZE_MICROS
                ? 0
                : behind - offset() > FREEZE_MICROS ? behind : offset();
    }

    /** Something is done now. */
    void stamp() {
        keep(now, nextOffset());
        known = true;
        newest = now;
    }

    private void keep(long noted, long offset) {
        setBack = offset > 0 ? new SetBack(noted, offset) : null;
    }

    /** Something was done at an earlier time, later than all that is known. */
    void stampAt(long time, long micros) {
        newest = time;
        keep(Math.max(noted(), time), offset());
        read(micros);
    }

    /** Nothing is done now; how far time has got is kept where that matters. */
    void note() {
        long next = nextOffset();
        boolean far = next > 0 && now - noted() >= next / NOTES_PER_STEP;
        if (known && (far || next != offset())) {
            keep(now, next);
        }
    }

    /** How much later by the store's clock something may end than by this one, µs. */
    long extraMicros() {
        long next = nextOffset();
        return now - clockMicros - next + Math.min(next, LONGEST_UNDONE_MICROS);
    }

    /** Starts anew, as if never used. */
    void beginAnew(long micros) {
        known = false;
        setBack = null;
        read(micros);
    }
}
