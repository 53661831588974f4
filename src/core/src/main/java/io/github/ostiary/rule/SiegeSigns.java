package io.github.ostiary.rule;

import static io.github.ostiary.rule.SiegeCounts.HOUR_MICROS;
import static io.github.ostiary.rule.SiegeCounts.SLOT_MICROS;

/** The signs of a siege among the sums: whether one begins, or goes on. How and why is said in {@link Siege}. Not thread-safe. */
final class SiegeSigns {

    /** The time after its last sign when a siege ends. */
    static final long TAIL_SLOTS = 20;

    /** The number of attempts that a site which is not known is supposed to have had, with this share of failures. */
    private static final int YOUNG = 50;

    private static final double USUAL_SHARE = 0.1;
    private static final double BEGINS = 3;
    private static final double GOES_ON = 2;

    /** Fewer signs in ten minutes are no attack. */
    private static final int FEW = 5;

    /** The share of those who sign in that may leave a challenge unanswered, and are no attack. */
    private static final double GIVE_UP = 0.02;

    /** The sums of all nodes. */
    SiegeCounts heard = new SiegeCounts();

    /** The counts of this node that the others have not got. */
    SiegeCounts own = new SiegeCounts();

    /** Whether this node has to judge by what it has seen and heard, since the others are not heard any more. */
    volatile boolean alone = true;

    /** Whether one begins if the others have seen as much. */
    boolean mayBegin(SiegeThreshold half, long slot) {
        boolean before = alone;
        alone = true;
        try {
            return begins(half, slot);
        } finally {
            alone = before;
        }
    }

    /** Whether so much has failed, and more than is usual. */
    boolean begins(SiegeThreshold terms, long slot) {
        if (failed(slot - terms.windowMicros() / SLOT_MICROS, slot) < terms.failures()) {
            return false;
        }
        long since = windowed(terms, slot);
        long unexplained = failed(since, slot);
        return unexplained >= few(terms)
                && isUnusual(unexplained, sum(SiegeCounts.SUCCEEDED, since, slot), BEGINS, slot);
    }

    /** The slot after which what happens may begin a siege. */
    long windowed(SiegeThreshold terms, long slot) {
        return Math.max(slot - terms.windowMicros() / SLOT_MICROS, total(SiegeCounts.ENDED) - 1);
    }

    /** Whether one that has begun is not over. */
    boolean goesOn(SiegeThreshold terms, long slot) {
        long from = slot - TAIL_SLOTS;
        long failed = failed(from, slot);
        long succeeded = sum(SiegeCounts.SUCCEEDED, from, slot);
        long unpassed = Math.max(0, sum(SiegeCounts.CHALLENGED, from, slot));
        int few = few(terms);
        boolean refused = unpassed >= Math.max(few, GIVE_UP * (failed + succeeded));
        return failed + unpassed >= few && (refused || isUnusual(failed + unpassed, succeeded, GOES_ON, slot));
    }

    private static int few(SiegeThreshold terms) {
        return Math.min(FEW, terms.failures());
    }

    /** Whether signs of an attack have so many times their usual share, or successes a fraction of theirs. */
    private boolean isUnusual(long signs, long successes, double times, long slot) {
        double usual = usualShare(slot * SLOT_MICROS / HOUR_MICROS);
        double share = signs / (double) (signs + successes);
        return share >= Math.min(times * usual, 1 - (1 - usual) / times);
    }

    private long failed(long from, long to) {
        return sum(SiegeCounts.FAILED, from, to) + sum(SiegeCounts.UNUSUAL, from, to);
    }

    /**
     * The sum of a letter; while others are heard, they say what counts: a network that fails here may have failed
     * there.
     */
    private long sum(char letter, long from, long to) {
        return heard.sum(letter, from, to) + (alone ? own.sum(letter, from, to) : 0);
    }

    private long usual(char letter, long hour) {
        return heard.usual(letter, hour) + (alone ? own.usual(letter, hour) : 0);
    }

    long rest(char letter) {
        return heard.get(letter) + (alone ? own.get(letter) : 0);
    }

    long total(char letter) {
        return heard.get(letter) + own.get(letter);
    }

    /** The usual share of failures; what is supposed of a young site weighs less and less. */
    private double usualShare(long hour) {
        double failed = usual(SiegeCounts.USUAL_FAILURES, hour) + YOUNG * USUAL_SHARE;
        return Math.max(0.01, failed / (usual(SiegeCounts.USUAL_ATTEMPTS, hour) + YOUNG));
    }
}
