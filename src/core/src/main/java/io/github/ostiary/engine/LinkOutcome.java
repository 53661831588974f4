package io.github.ostiary.engine;

/** The things that become of a token that somebody hands in. */
public enum LinkOutcome {
    /** The network of whoever handed it in may sign in. */
    OPENED,
    /** It was handed in before. */
    USED,
    /** Its lock does not hold any more, or has become one that no link opens. */
    OVER,
    /** It is none, has expired, or nobody knows where it comes from. */
    INVALID,
    /** The store does not answer; the token may be used up. */
    AWAY
}
