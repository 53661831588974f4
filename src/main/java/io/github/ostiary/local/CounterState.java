package io.github.ostiary.local;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/**
 * One counter's state, as one kind of claim sees it. Not thread-safe: {@link #advance} first, then the rest, all under
 * the counter's lock.
 *
 * @param <C> the claims it is about
 */
interface CounterState<C extends Claim> {

    /** Moves to the time of a decision, µs. */
    void advance(C claim, long now);

    /** Whether the claim may pass, after so many permits were asked of this same counter by the same decision. */
    boolean passes(C claim, long askedBefore);

    /** Commits a claim that passes. */
    Verdict take(C claim);

    /** Ends a decision that commits nothing here; {@code passed} is what {@link #passes} said. */
    Verdict leave(C claim, boolean passed);

    /** Says how things stand, and changes nothing at all. */
    Verdict peek(C claim);

    /** Does what is neither to decide, to look nor to reset. */
    Verdict apply(Operation operation, C claim);

    /** As if never used. */
    void reset(C claim);

    /** How long from now until it equals a fresh one, µs. */
    long idleMicros(C claim);

    /** Whether it is a fresh one: nothing was ever noted, or nothing is left that could be told. */
    boolean isUnused(C claim);
}
