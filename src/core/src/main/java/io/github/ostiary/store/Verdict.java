package io.github.ostiary.store;

import io.github.ostiary.Decision.Reason;

/**
 * A store's word on one claim. Durations count from the moment of the decision. Immutable, and small: each decision makes one.
 *
 * @param left permits left after the decision; of a ladder, attempts that can be reserved; the complement of that, which is
 *     negative, where this counter had no room
 * @param most the largest charge this counter would pass at this moment without a wait
 * @param retryMicros µs until the same claim could pass: {@link #NEVER} if it exceeds the limit itself, or only
 *     an operator lets it pass. A charge that may wait passes once its slot is that near: its slot is this and its
 *     wait away. Of a claim that passed, µs until its slot: 0 unless it may wait for one
 * @param resetMicros µs until the full limit is there again
 * @param changeMicros µs until {@code most} may grow by itself; {@link #NEVER} if it is at its largest
 * @param consequence what comes with it: what a denial is called, whether it is new, and what the node has ahead
 */
public record Verdict(
        int left, int most, long retryMicros, long resetMicros, long changeMicros, Consequence consequence) {

    /** No amount of waiting helps. */
    public static final long NEVER = Long.MAX_VALUE;

    /**
     * The consequence for the caller. Immutable.
     *
     * @param reason what a denial is called
     * @param fired whether this very call began the lock, challenge or block that {@code reason} names
     * @param ahead how many permits the node that asked has taken ahead; 0 if it did not say {@link Claim#ahead}
     * @param takenMicros when this was said, by the clock of what says it, µs; 0 of denials, and of claims that may not wait
     * @param window how long the window lasts that a calendar, or the clock, has now, µs; 0 for all else
     * @param found what a lock that begins, or an attempt that succeeds, followed from; see {@link FoundBefore}
     */
    public record Consequence(Reason reason, boolean fired, long ahead, long takenMicros, long window, int found) {

        /**
         * The consequence for what no attempt has found.
         *
         * @param reason what a denial is called
         * @param fired whether it is new
         * @param ahead how many permits were taken ahead
         * @param takenMicros when this was said
         * @param window how long the window lasts
         */
        public Consequence(Reason reason, boolean fired, long ahead, long takenMicros, long window) {
            this(reason, fired, ahead, takenMicros, window, FoundBefore.NOTHING);
        }

        /**
         * The consequence for claims that have nothing ahead and may not wait.
         *
         * @param reason what a denial is called
         * @param fired whether it is new
         */
        public Consequence(Reason reason, boolean fired) {
            this(reason, fired, 0, 0, 0);
        }

        /**
         * The same for a later denial by the same counter: nothing was taken.
         *
         * @return this, but for a charge that may wait
         */
        public Consequence nothingTaken() {
            return takenMicros == 0 ? this : new Consequence(reason, fired, ahead, 0, window);
        }

        /** The consequence for charges. */
        public static final Consequence USED_UP = new Consequence(Reason.RATE_LIMITED, false);

        /** The consequence for leases. */
        public static final Consequence IN_USE = new Consequence(Reason.CONCURRENCY_LIMITED, false);
    }

    /**
     * A verdict on a charge.
     *
     * @param passed whether this counter had room
     * @param remaining permits left
     * @param retryMicros µs until the same charge could pass, or until its slot
     * @param resetMicros µs until the full limit is there again
     * @param admissible the largest charge that would pass
     * @param changeMicros µs until that may grow
     */
    public Verdict(
            boolean passed, long remaining, long retryMicros, long resetMicros, long admissible, long changeMicros) {
        this(passed, remaining, retryMicros, resetMicros, admissible, changeMicros, Consequence.USED_UP);
    }

    /**
     * A verdict on any claim.
     *
     * @param passed whether this counter had room
     * @param remaining permits left, at least 0
     * @param retryMicros µs until the same claim could pass, or until its slot
     * @param resetMicros µs until the full limit is there again
     * @param admissible the largest charge that would pass
     * @param changeMicros µs until that may grow
     * @param consequence what comes with it
     */
    public Verdict(
            boolean passed,
            long remaining,
            long retryMicros,
            long resetMicros,
            long admissible,
            long changeMicros,
            Consequence consequence) {
        this(
                passed ? figure(remaining) : ~figure(remaining),
                figure(admissible),
                retryMicros,
                resetMicros,
                changeMicros,
                consequence);
    }

    /** No limit has more. */
    private static int figure(long permits) {
        return (int) Math.min(permits, Integer.MAX_VALUE);
    }

    /**
     * The answer to an attempt at a key that is locked.
     *
     * @param leftMicros until the lock ends, µs; {@link #NEVER} for a block
     * @return a denial that began nothing
     */
    public static Verdict locked(long leftMicros) {
        Reason why = leftMicros == NEVER ? Reason.BLOCKED : Reason.LOCKED;
        return new Verdict(false, 0, leftMicros, 0, 0, leftMicros, new Consequence(why, false));
    }

    /**
     * The same for a node that has taken permits ahead.
     *
     * @param permits that it has now
     * @return with these
     */
    public Verdict withAhead(long permits) {
        return with(new Consequence(consequence.reason, consequence.fired, permits, 0, 0));
    }

    /**
     * The same for a charge that may wait, and so be given back.
     *
     * @param micros when this is said, by the clock of what says it, µs
     * @return with that; this very denial, since nothing was taken
     */
    public Verdict withTaken(long micros) {
        return passed() ? with(new Consequence(consequence.reason, consequence.fired, 0, micros, 0)) : this;
    }

    /**
     * The same of a counter whose window the calendar says.
     *
     * @param micros how long it lasts
     * @return with that
     */
    public Verdict withWindow(long micros) {
        return with(new Consequence(consequence.reason, consequence.fired, 0, 0, micros));
    }

    /**
     * The same of an attempt that has locked or succeeded.
     *
     * @param found what that followed from; see {@link FoundBefore}
     * @return with that
     */
    public Verdict withFound(int found) {
        return with(new Consequence(consequence.reason, consequence.fired, 0, 0, 0, found));
    }

    /**
     * The same for a claim that was granted before, and is asked for once more.
     *
     * @return passing at once
     */
    public Verdict granted() {
        return new Verdict(true, remaining(), 0, resetMicros, most, changeMicros, consequence);
    }

    private Verdict with(Consequence other) {
        return new Verdict(left, most, retryMicros, resetMicros, changeMicros, other);
    }

    /**
     * Whether this counter had room; the claim is committed only if all enforced claims passed.
     *
     * @return false for a denial
     */
    public boolean passed() {
        return left >= 0;
    }

    /**
     * Permits left after the decision; of a ladder, attempts that can be reserved.
     *
     * @return 0 or more
     */
    public long remaining() {
        return left >= 0 ? left : ~left;
    }

    /**
     * The largest charge this counter would pass at this moment without a wait.
     *
     * @return 0 or more
     */
    public long admissible() {
        return most;
    }

    /**
     * The name of a denial.
     *
     * @return never null, also where the claim passed
     */
    public Reason reason() {
        return consequence.reason;
    }

    /**
     * Whether this very call began a lock or challenge, or ended an attempt with a success that somebody may want to hear of.
     *
     * @return false for charges and leases
     */
    public boolean isNews() {
        return consequence.fired || consequence.found != FoundBefore.NOTHING;
    }

    /**
     * Whether this very call began what {@link #reason} names.
     *
     * @return false for charges and leases
     */
    public boolean fired() {
        return consequence.fired;
    }
}
