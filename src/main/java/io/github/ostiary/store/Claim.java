package io.github.ostiary.store;

/**
 * What a call asks of one rule for one caller. All claims of a call are decided together: all are granted or none is.
 */
public sealed interface Claim permits Charge, LeaseClaim, Reservation {

    /**
     * The rule's name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    String rule();

    /**
     * What kind of state the counter has.
     *
     * @return one letter
     */
    char letter();

    /**
     * Which of the rule's counters of that kind this is about.
     *
     * @return distinct counters of one rule and identity never share state
     */
    default String counter() {
        return "";
    }

    /**
     * Who asks.
     *
     * @return at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
     */
    String identity();

    /**
     * How much is asked.
     *
     * @return at least 1
     */
    default long permits() {
        return 1;
    }

    /**
     * Whether the rule only reports and never denies.
     *
     * @return true for {@code enforce=false}
     */
    boolean shadow();

    /**
     * Whether a denied attempt changes what is stored, so that none may be denied without asking the store.
     *
     * @return true where attempts count, whatever is said of them
     */
    default boolean countsDenied() {
        return false;
    }

    /**
     * How long after its last use the counter equals a fresh one.
     *
     * @return microseconds
     */
    long idleMicros();
}
