package io.github.ostiary.algorithm;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/**
 * The state of one counter, as the claims on it see it. Not thread-safe: {@link #advance} first, then the rest, all under the
 * counter's lock.
 *
 * @param <C> the claims it is about
 */
public interface CounterState<C extends Claim> {

    /** The {@link #life} of what equals a fresh one. */
    long UNUSED = Long.MIN_VALUE;

    /**
     * Decides a claim that is asked for alone: {@link #advance}, {@link #passes}, then {@link #take} or {@link #leave}. The counters
     * of limits write these four down for themselves: in a JVM where all kinds of rules are asked, a decision would else choose
     * among all states at each of them.
     *
     * @param claim what is asked
     * @param micros the clock, µs
     * @param mayAdmit false if it is denied whatever this says
     * @return passing or denying
     */
    default Verdict decide(C claim, long micros, boolean mayAdmit) {
        advance(claim, micros);
        boolean passes = passes(claim, 0);
        return passes && mayAdmit ? take(claim) : leave(claim, passes);
    }

    /**
     * For how long this must be kept, at the end of a call.
     *
     * @param claim the last that was asked
     * @return {@link #UNUSED}; else how long from now until this equals a fresh one, µs, 0 if nothing is left of what was asked;
     *     or the complement of that, which is negative, while anything is reserved that is not settled
     */
    long life(C claim);

    /**
     * Moves to the time of a decision.
     *
     * @param claim what is asked
     * @param micros the clock, µs
     */
    void advance(C claim, long micros);

    /**
     * Whether a claim may pass.
     *
     * @param claim what is asked
     * @param askedBefore permits asked of this same counter by the same decision
     * @return true if there is room for both
     */
    boolean passes(C claim, long askedBefore);

    /**
     * Commits a claim that passes.
     *
     * @param claim what is asked
     * @return the passing verdict
     */
    Verdict take(C claim);

    /**
     * Ends a decision that commits nothing here.
     *
     * @param claim what was asked
     * @param passed what {@link #passes} said
     * @return passing or denying
     */
    Verdict leave(C claim, boolean passed);

    /**
     * Says how things stand, and changes nothing at all.
     *
     * @param claim what is asked
     * @return passing or denying
     */
    Verdict peek(C claim);

    /**
     * Does what is neither to decide, to look nor to reset.
     *
     * @param operation which is for claims of this kind
     * @param claim names what it is done to
     * @return how things stand then
     */
    Verdict apply(Operation operation, C claim);

    /**
     * Forgets what was used, but for what nodes have taken ahead and may go on using.
     *
     * @return false if nothing is taken ahead: a fresh state then has to take the place of this one
     */
    default boolean reset() {
        return false;
    }

    /**
     * Whether this is a fresh one: nothing was ever noted, or nothing is left to report.
     *
     * @param claim the last that was asked
     * @return true if so
     */
    default boolean isUnused(C claim) {
        return life(claim) == UNUSED;
    }

    /** Strangers share it from now on: it may deny, and never locks or challenges for what another of them did. */
    default void share() {}

    /**
     * Whether it makes room for others in a full table: one slip, which has led to nothing.
     *
     * @return false for whatever denies, or is not settled
     */
    default boolean isDecoy() {
        return false;
    }
}
