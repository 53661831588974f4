package io.github.ostiary.operator;

import io.github.ostiary.Change;
import io.github.ostiary.text.Digest;
import java.time.Duration;
import java.util.Optional;

/**
 * A line of the audit trail: what was changed, for which identity, by which operator and why. Immutable.
 *
 * @param deed what
 * @param subject of what: a rule such as {@code lockout.login}, or a key of the configuration; empty for all rules
 * @param identity whose, as lists of locks show it; empty if it is about no identity
 * @param label the same legibly; empty where identities are secret or too long to be kept. Not for logs
 * @param duration for how long; empty if it does not end by itself
 * @param change who, when and why; a lock that no operator made is by {@code a step}
 */
public record AuditEntry(
        Deed deed, String subject, String identity, String label, Optional<Duration> duration, Change change) {

    private static final int DIGITS = 12;

    /** The kinds of things that are done. The list may grow. */
    public enum Deed {
        /** A lock or delay began. */
        LOCKED,
        /** A block began. */
        BLOCKED,
        /** Locks and blocks of a key ended by hand. */
        UNLOCKED,
        /** The use of a key was forgotten. */
        RESET,
        /** Permits were given back. */
        CREDITED,
        /** A value was put in force for a while. */
        OVERRIDDEN,
        /** The configured value was put back in force by hand. */
        RESTORED,
        /** A siege of a lockout began, by what is measured. */
        SIEGE_BEGAN,
        /** It ended. */
        SIEGE_ENDED,
        /** Rules were read again and put in force. */
        RELOADED,
        /** Rules were read again and are not in force, since something is wrong with them. */
        REFUSED,
        /** Locks of a step that came too fast to be noted one by one; the reason tells how many. */
        LEFT_OUT
    }

    /**
     * The identity where it must not be read: who knows it can tell whether it is that one.
     *
     * @return twelve characters; empty if it is about no identity
     */
    public String digest() {
        return identity.isEmpty() ? "" : Digest.of(identity).substring(0, DIGITS);
    }
}
