package io.github.ostiary.redis;

/** A server's clock by this node's, as far as its answers tell. Thread-safe. */
final class ServerClock {

    /*
     * An answer tells the server's time at some moment between the question and its arrival. What is known is how far that
     * clock is ahead at least: so a question that is meant until a moment of this node's is void there no later than then.
     * More is learnt from answers that were faster; less is believed only where the clock was set back, or goes slower: an
     * answer that cannot be explained otherwise.
     */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private volatile long aheadMicros = UNKNOWN;

    /** It was some time, between two moments. */
    void heard(long serverMicros, long begunMicros, long endedMicros) {
        long known = aheadMicros;
        long least = serverMicros - endedMicros;
        if (least > known || serverMicros - begunMicros < known) {
            aheadMicros = least;
        }
    }

    /** The time that it shows at a moment, or a little later: of one that never answered, what this node's does. */
    long at(long micros) {
        long known = aheadMicros;
        return known == UNKNOWN ? micros : micros + known;
    }

    /**
     * The time that it shows at a moment, or a little later: of one that never answered, long past, so that it is asked
     * for the time first.
     */
    long surelyAt(long micros) {
        return aheadMicros == UNKNOWN ? 0 : at(micros);
    }
}
