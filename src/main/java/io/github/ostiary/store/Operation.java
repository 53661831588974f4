package io.github.ostiary.store;

/** The things a {@link Store} can be asked to do with claims. */
public enum Operation {
    /** Check all, then commit all. */
    DECIDE,
    /** As {@link #DECIDE}, but never commit: denied elsewhere, only attempts are counted. */
    DENY,
    /** Say how things stand, each claim as if it stood alone. */
    PEEK,
    /** Commit permits, room or not. Charges only. */
    CHARGE,
    /** Give permits back, oldest first. Charges only. */
    CREDIT,
    /** Forget, as if never used. */
    RESET,
    /** Begin the lease anew, if it is still held. Entries only. */
    RENEW,
    /** Begin the lease if it is not held any more, room or not: its holder is at work. Entries only. */
    KEEP,
    /** Settle: it failed. Releases entries, as does any way to settle. */
    FAIL,
    /** Settle: it succeeded. */
    SUCCEED,
    /** Settle: as if it had not begun. */
    ABANDON,
    /** Lock again what a store has lost, unless it was unlocked since; see {@link LockBook.KeptLock}. Reservations only. */
    RESTORE;

    /**
     * Whether this settles what was granted, each claim for itself.
     *
     * @return true for {@code FAIL}, {@code SUCCEED} and {@code ABANDON}
     */
    public boolean ends() {
        return this == FAIL || this == SUCCEED || this == ABANDON;
    }
}
