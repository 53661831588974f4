package io.github.ostiary.local;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;

/**
 * A claim and the counter it is about, for as long as the counter's lock is held. Not thread-safe.
 *
 * @param <C> the kind of claim
 */
final class LockedCounter<C extends Claim> {

    final Counter<C> counter;

    private final C claim;
    private final CounterTable<C> table;
    private boolean passes;
    private boolean unused;
    private long idleMicros;

    private LockedCounter(C claim, CounterTable<C> table, Counter<C> counter) {
        this.claim = claim;
        this.table = table;
        this.counter = counter;
    }

    /** The claim's counter; if there is none, it is made, or one is used that nobody else knows. */
    static <C extends Claim> LockedCounter<C> of(C claim, CounterTable<C> table, boolean make, long now) {
        if (make) {
            return new LockedCounter<>(claim, table, table.get(claim, now));
        }
        Counter<C> found = table.find(claim);
        return new LockedCounter<>(claim, table, found == null ? table.fresh(claim, now) : found);
    }

    /** Whether the claim may pass, or only its rule's shadow would deny. */
    boolean admits(long now, long askedBefore) {
        counter.state.advance(claim, now);
        passes = counter.state.passes(claim, askedBefore);
        return passes || claim.shadow();
    }

    /** Whether this is what denies what its rule is asked on other counters. */
    boolean denies(LockedCounter<?> other) {
        return !passes && !claim.shadow() && claim.rule().equals(other.claim.rule());
    }

    /** Commits if all claims were admitted and this one passes; {@code vain} if its rule denies on another counter. */
    Verdict conclude(boolean admitted, boolean vain) {
        Verdict verdict = admitted && passes ? counter.state.take(claim) : leave(vain);
        return passes || !verdict.passed() ? verdict : denied(verdict);
    }

    /** An address that is denied begins no counters of keys it makes up. */
    private Verdict leave(boolean vain) {
        return vain && counter.state.isUnused(claim) ? counter.state.peek(claim) : counter.state.leave(claim, passes);
    }

    /** Alone it would pass, but not after what the same decision asks of this same counter. */
    private static Verdict denied(Verdict alone) {
        return new Verdict(
                false,
                alone.remaining(),
                alone.changeMicros() == Verdict.NEVER ? 1 : alone.changeMicros(),
                alone.resetMicros(),
                alone.admissible(),
                alone.changeMicros(),
                new Consequence(alone.reason(), false));
    }

    Verdict apply(Operation operation, long now) {
        counter.state.advance(claim, now);
        return counter.shared && clears(operation)
                ? counter.state.apply(Operation.ABANDON, claim)
                : counter.state.apply(operation, claim);
    }

    /** What would be amnesty for strangers: passing a challenge is not, since anybody could. */
    private boolean clears(Operation operation) {
        boolean attempt = claim.needsSettling() && !claim.answersChallenge();
        return operation == Operation.CREDIT || (operation == Operation.SUCCEED && attempt);
    }

    Verdict peek(long now) {
        counter.state.advance(claim, now);
        return counter.state.peek(claim);
    }

    Verdict reset(long now) {
        if (!counter.shared) {
            table.reset(claim, counter);
        }
        return peek(now);
    }

    /** The call has ended, the lock not yet: whether there is anything to keep. */
    void end() {
        idleMicros = counter.state.idleMicros(claim);
        unused = counter.state.isUnused(claim);
        counter.retired |= unused;
    }

    /** Whoever retired the counter is about to do this; nobody need wait for it. */
    void letGo() {
        if (counter.retired) {
            table.remove(claim, counter);
        }
    }

    /** Takes note of how long the counter must be kept; without its lock, since a table that lets others go takes theirs. */
    void keep() {
        if (unused) {
            table.remove(claim, counter);
        } else {
            table.keep(claim, counter, idleMicros);
        }
    }
}
