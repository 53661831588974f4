package io.github.ostiary.local;

import io.github.ostiary.Claim;
import io.github.ostiary.Operation;
import io.github.ostiary.Verdict;

/**
 * A claim and the counter it is about, for as long as the counter's lock is held. Not thread-safe.
 *
 * @param <C> the kind of claim
 */
final class Held<C extends Claim> {

    final Counter<C> counter;

    private final C claim;
    private final CounterTable<C> table;
    private boolean passes;
    private long idleMicros;

    private Held(C claim, CounterTable<C> table, Counter<C> counter) {
        this.claim = claim;
        this.table = table;
        this.counter = counter;
    }

    /** The claim's counter; if there is none, it is made, or one is used that nobody else knows. */
    static <C extends Claim> Held<C> of(C claim, CounterTable<C> table, boolean make) {
        if (make) {
            return new Held<>(claim, table, table.get(claim));
        }
        Counter<C> found = table.find(claim);
        return new Held<>(claim, table, found == null ? table.fresh(claim) : found);
    }

    /** Whether the claim may pass, or only its rule's shadow would refuse. */
    boolean admits(long now, long askedBefore) {
        counter.state.advance(claim, now);
        passes = counter.state.passes(claim, askedBefore);
        return passes || claim.shadow();
    }

    /** Commits if all claims were admitted and this one passes. */
    Verdict settle(boolean admitted) {
        Verdict verdict = admitted && passes ? counter.state.take(claim) : counter.state.leave(claim, passes);
        idleMicros = counter.state.idleMicros(claim);
        return passes || !verdict.passed() ? verdict : refused(verdict);
    }

    /** Alone it would pass, but not after what the same decision asks of this same counter. */
    private static Verdict refused(Verdict alone) {
        return new Verdict(
                false,
                alone.remaining(),
                alone.changeMicros() == Verdict.NEVER ? 1 : alone.changeMicros(),
                alone.resetMicros(),
                alone.admissible(),
                alone.changeMicros(),
                alone.reason(),
                false);
    }

    Verdict apply(Operation operation, long now) {
        counter.state.advance(claim, now);
        Verdict verdict = counter.state.apply(operation, claim);
        idleMicros = counter.state.idleMicros(claim);
        return verdict;
    }

    Verdict peek(long now) {
        counter.state.advance(claim, now);
        return counter.state.peek(claim);
    }

    Verdict reset(long now) {
        counter.state.reset(claim);
        return peek(now);
    }

    /** Takes note of how long the counter must be kept; without its lock, since a table that lets others go takes theirs. */
    void keep() {
        table.keep(claim, counter, idleMicros);
    }
}
