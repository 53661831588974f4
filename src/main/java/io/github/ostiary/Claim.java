package io.github.ostiary;

/**
 * What a call asks of one rule for one caller. All claims of a call are decided together: all are granted or none is.
 */
public sealed interface Claim permits Charge, Entry, Reservation {

    /**
     * The rule's name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    String rule();

    /**
     * Which of the rule's counters this is about; begins with a letter that tells the kind of its state.
     *
     * @return distinct counters of one rule and identity never share state
     */
    String counter();

    /**
     * Who asks.
     *
     * @return at most 64 characters of {@code [A-Za-z0-9._-]}, canonical or digested
     */
    String identity();

    /**
     * Whether the rule only reports and never refuses.
     *
     * @return true for {@code enforce=false}
     */
    boolean shadow();

    /**
     * How long after its last use the counter equals a fresh one.
     *
     * @return microseconds
     */
    long idleMicros();
}
