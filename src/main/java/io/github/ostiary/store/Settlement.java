package io.github.ostiary.store;

/**
 * How a granted claim ended. Settling twice, or what has ended by itself, changes nothing. Immutable.
 *
 * @param claim an {@link LeaseClaim}, which is released whatever the ending, or a {@link Reservation}
 * @param ending how
 */
public record Settlement(Claim claim, Ending ending) {

    /** How a reserved attempt ended. */
    public enum Ending {
        /** Counted, at the time it began. */
        FAILED,
        /** Not counted; clears what {@link LockoutPolicy#consecutive} says. */
        SUCCEEDED,
        /** Not counted, as if it had not begun. */
        ABANDONED
    }
}
