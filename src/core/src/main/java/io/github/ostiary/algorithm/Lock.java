package io.github.ostiary.algorithm;

import io.github.ostiary.store.Step;
import io.github.ostiary.store.Verdict;

/** The lock or block of a key: a start and a duration, so a clock that jumps cannot stretch it. Not thread-safe. */
final class Lock {

    /** A block is kept so long, µs: ten years. Longer than any caller waits, and yet no state lasts for ever. */
    static final long BLOCK_MICROS = 3_660L * 86_400L * 1_000_000L;

    private long start;

    /** The start of all that has held without a gap since: a lock that is lengthened or begun anew meanwhile is the same. */
    private long first;

    private long duration;
    private long cause;
    private boolean block;
    private String reason = "";

    /** Whether it began in the call under way. */
    boolean news;

    boolean holds(long now) {
        return now < end();
    }

    boolean blocks(long now) {
        return block && holds(now);
    }

    long end() {
        return start + duration;
    }

    /** Whether what it follows from is younger than a time. */
    boolean follows(long time) {
        return cause > time;
    }

    /** The time since it began, µs; of one that holds only. */
    long age(long now) {
        return now - start;
    }

    /** The time since its cause happened, µs; 0 if it does not hold. */
    long causeAge(long now) {
        return holds(now) ? now - cause : 0;
    }

    /** The figure that tells it from earlier and later ones of the key; 0 if it does not hold. */
    long mark(long now) {
        return holds(now) ? first : 0;
    }

    /** Whether it is the lock of a mark, and failures led to it: nobody has locked by hand. */
    boolean opens(long mark, long now) {
        return holds(now) && !block && first == mark && reason.isEmpty();
    }

    String reason() {
        return reason;
    }

    /**
     * Locks, unless that would end earlier than the lock that holds.
     *
     * @param now from when, µs
     * @param micros how long, or {@link Verdict#NEVER} to block
     * @param why shown to administrators
     * @param from when what it follows from happened, µs
     */
    void begin(long now, long micros, String why, long from) {
        boolean blocking = micros == Verdict.NEVER;
        long length = blocking ? Math.max(BLOCK_MICROS, end() - now) : Math.min(micros, Step.MAX_MICROS);
        if (length <= 0 || blocks(now) || (!blocking && holds(now) && now + length <= end())) {
            return;
        }
        first = holds(now) ? first : now;
        start = now;
        duration = length;
        cause = from;
        block = blocking;
        reason = why;
        news = true;
    }

    /** The same lock once more from now on. */
    void restart(long now) {
        start = now;
        cause = now;
    }

    void clear() {
        start = 0;
        duration = 0;
        block = false;
        reason = "";
    }
}
