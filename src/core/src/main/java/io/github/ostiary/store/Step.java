package io.github.ostiary.store;

/**
 * One rung of a {@link LockoutPolicy}: so many failures in so much time have this consequence. Immutable.
 *
 * @param failures how many, 1 to 1,000; counted since the step last fired
 * @param windowMicros within how much time: a failure aged exactly this has left, µs
 * @param action what follows
 * @param durationMicros how long the first time, µs; 0 for {@code CHALLENGE} and {@code BLOCK}
 * @param growth how long the next times
 * @param rearm how many failures suffice from the second time on, 1 to {@code failures}
 */
public record Step(int failures, long windowMicros, Action action, long durationMicros, Growth growth, int rearm) {

    private static final int MOST_FACTORS = 1_000;

    /** The longest any lock lasts: a hundred years, in µs. A double still counts it exactly. */
    public static final long MAX_MICROS = 36_525L * 86_400L * 1_000_000L;

    /**
     * How long it lasts when it fires for the so manieth time.
     *
     * @param level 1 for the first
     * @return µs; 0 for {@code CHALLENGE} and {@code BLOCK}
     */
    public long duration(int level) {
        double most = Math.min(growth.maxMicros(), Step.MAX_MICROS);
        double micros = Math.min((double) durationMicros, most);
        double longer = growth.byMicros();
        if (longer > 0) {
            return (long) (level - 1 > Math.floor((most - micros) / longer) ? most : micros + (level - 1) * longer);
        }
        if (growth.factor() > 1) {
            for (int i = 1; i < Math.min(level, MOST_FACTORS) && micros < most; i++) {
                micros = Math.min(most, Math.floor(micros * growth.factor()));
            }
        }
        return (long) micros;
    }

    /**
     * The growth of a duration. Immutable.
     *
     * @param factor each further time within the ladder's memory so many times as long; 1 for no such growth
     * @param byMicros or so much longer, µs; 0 for no such growth
     * @param maxMicros but never longer than this, µs
     */
    public record Growth(double factor, long byMicros, long maxMicros) {

        /** The growth of steps that take as long each time. */
        public static final Growth NONE = new Growth(1, 0, MAX_MICROS);
    }

    /** The actions of steps; of several that fire at once the last in this order wins, and of equals the later step. */
    public enum Action {
        /** No further attempt is looked at unless a challenge is passed with it. */
        CHALLENGE,
        /** After each further failure no attempt is looked at for a while. */
        DELAY,
        /** No attempt is looked at for a while. */
        LOCK,
        /** No attempt is looked at until an operator unblocks. */
        BLOCK
    }
}
