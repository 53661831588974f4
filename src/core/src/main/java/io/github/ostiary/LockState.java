package io.github.ostiary;

import java.time.Duration;
import java.util.Optional;

/**
 * A key's standing with a lockout. Immutable.
 *
 * @param phase what an attempt meets now
 * @param remaining until the lock or delay ends; empty if there is none, or only an operator ends it
 * @param failures settled failures (with {@code distinct}: different values) that still count towards a step; while it
 *     is not open, all in the longest window of a step, so those that led there, too. Of what counts no more only some
 * @param inFlight attempts reserved and not settled
 * @param wrongChallenges since a challenge is pending
 * @param reason the reason given to {@code lock}, or empty
 */
public record LockState(
        Phase phase, Optional<Duration> remaining, int failures, int inFlight, int wrongChallenges, String reason) {

    /** The answers an attempt can meet. */
    public enum Phase {
        /** The attempt is looked at. */
        OPEN,
        /** The attempt is looked at if it passes a challenge. */
        CHALLENGED,
        /** The attempt is denied for a while. */
        LOCKED,
        /** The attempt is denied until an operator unblocks the key. */
        BLOCKED
    }
}
