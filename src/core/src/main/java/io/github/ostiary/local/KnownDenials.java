package io.github.ostiary.local;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Verdict;
import java.util.Optional;

/**
 * The denials of a store, as far as this node has heard them of one kind of claims. Times are of the local monotonic clock, µs.
 *
 * @param <C> the kind
 */
interface KnownDenials<C extends Claim> {

    /** Past its end a denial still tells for so long that one probe is enough, µs. */
    long MEMORY_MICROS = 2_000_000;

    /** The answer of the store; empty if it must be asked. */
    Optional<Verdict> denial(C claim, long now, long maxAge);

    /** Whether a denial is known, or was not long ago. */
    boolean knows(C claim);

    /** Takes note of the store's answer. */
    void learn(C claim, Verdict verdict, boolean committed, long sent, long heard);

    /** Forgets what was known of a claim's counter. */
    void forget(C claim);
}
