package io.github.ostiary.store;

/** The things a {@link Store} can be asked to do with claims. */
public enum Operation {
    /**
     * Decide all claims together: if every enforced one passes, all passing ones are committed; else none is, bar those
     * that count denied attempts.
     */
    DECIDE,
    /** Decides as {@link #DECIDE}, but never commits: denied elsewhere, only attempts are counted. */
    DENY,
    /** Say what {@link #DECIDE} would, each claim as if it stood alone, and commit nothing. */
    PEEK,
    /**
     * Commit permits, room or not, and say of each charge what {@link #PEEK} says of one more permit. A counter goes at
     * most one whole limit below zero, a sliding log to at most 1,000,000 used permits, and what is beyond is forgotten:
     * all of it where slots are handed out further ahead than that. Charges only.
     */
    CHARGE,
    /**
     * Give permits back, oldest first; what was never taken is not given. Slots that were handed out stay where they
     * are: only those handed out later lie nearer. Charges only.
     */
    CREDIT,
    /**
     * Give back what {@link #DECIDE} granted to a call that does not begin: as {@link #CREDIT}, but for counters that were
     * {@linkplain #RESET reset} lately, with which it may have gone. Charges only.
     */
    GIVE_BACK,
    /** Forget, as if never used. */
    RESET,
    /** Begin the lease anew, if it is still held. Entries only. */
    RENEW,
    /** Begin what is held anew, held or not, room or not: its holder is at work, or was. Entries and attempts only. */
    KEEP,
    /**
     * Settle: it failed. Releases entries, as does any way to settle; a reservation is charged what its call has cost: more
     * as by {@link #CHARGE}, less by giving back what still counts, in a window of the calendar only while that is the same.
     */
    FAIL,
    /** Settle: it succeeded. */
    SUCCEED,
    /** Settle: as if it had not begun. Of a reservation whose call has cost something, that is charged all the same. */
    ABANDON,
    /**
     * Settle: the end does not show how it went, and the caller or a fault may have seen to that. As {@link #ABANDON}, as
     * often as the policy allows within its first window; then as {@link #FAIL}.
     */
    UNCLEAR,
    /** Lock again what a store has lost, unless it was unlocked since; see {@link LockBook.KeptLock}. Attempts only. */
    RESTORE;

    /**
     * Whether a store says nothing of the claims that this is done with.
     *
     * @return true for {@code RESET}, {@code CREDIT} and {@code GIVE_BACK}
     */
    public boolean isSilent() {
        return this == RESET || this == CREDIT || this == GIVE_BACK;
    }

    /**
     * Whether this settles what was granted, each claim for itself.
     *
     * @return true for {@code FAIL}, {@code SUCCEED}, {@code ABANDON} and {@code UNCLEAR}
     */
    public boolean ends() {
        return this == FAIL || this == SUCCEED || this == ABANDON || this == UNCLEAR;
    }
}
