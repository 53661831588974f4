package io.github.ostiary.store;

/**
 * The figure that says what a lock or a success followed from: how many failures, whether from a known network. One number, so
 * that verdicts do not grow. {@code lockout.lua} makes the same.
 */
public final class FoundBefore {

    /** Nothing is said. */
    public static final int NOTHING = 0;

    /** A success came from that network before. */
    public static final int KNOWN = 1;

    /** Successes came from others only. */
    public static final int NEW = 2;

    /** No success is remembered, or none ever is. */
    public static final int UNKNOWN = 3;

    private static final int SUCCESS = 4;
    private static final int FAILURE = 8;

    private FoundBefore() {}

    /**
     * What was found when a lock began.
     *
     * @param failures that are counted
     * @param network of the last of them
     * @return one figure
     */
    public static int locked(int failures, int network) {
        return failures * FAILURE + network;
    }

    /**
     * What an attempt found that has succeeded.
     *
     * @param failures that were counted before
     * @param network where it came from
     * @return one figure; {@link #NOTHING} for no failures and no new network, as most successes are
     */
    public static int succeeded(int failures, int network) {
        return failures == 0 && network != NEW ? NOTHING : failures * FAILURE + SUCCESS + network;
    }

    /** Whether it is about a success. */
    public static boolean isOfSuccess(int found) {
        return (found & SUCCESS) != 0;
    }

    /** How many failures. */
    public static int failures(int found) {
        return found / FAILURE;
    }

    /** {@link #KNOWN}, {@link #NEW} or {@link #UNKNOWN}; {@link #NOTHING} of nothing. */
    public static int network(int found) {
        return found % SUCCESS;
    }
}
