package io.github.ostiary.local;

import io.github.ostiary.algorithm.Leases;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/** The calls at work under a concurrency rule. */
final class LeaseCounterState implements CounterState<LeaseClaim> {

    private Leases leases = new Leases();

    @Override
    public void advance(LeaseClaim entry, long now) {
        leases.advance(entry.concurrency(), now);
    }

    @Override
    public boolean passes(LeaseClaim entry, long askedBefore) {
        return leases.passes(entry.concurrency(), 1 + askedBefore);
    }

    @Override
    public Verdict take(LeaseClaim entry) {
        return leases.take(entry.concurrency(), entry.lease());
    }

    @Override
    public Verdict leave(LeaseClaim entry, boolean passed) {
        return leases.leave(entry.concurrency());
    }

    @Override
    public Verdict peek(LeaseClaim entry) {
        return leases.peek(entry.concurrency());
    }

    @Override
    public Verdict apply(Operation operation, LeaseClaim entry) {
        return switch (operation) {
            case RENEW -> leases.renew(entry.concurrency(), entry.lease());
            case KEEP -> leases.keep(entry.concurrency(), entry.lease());
            default -> leases.release(entry.concurrency(), entry.lease());
        };
    }

    @Override
    public void reset(LeaseClaim entry) {
        leases = new Leases();
    }

    @Override
    public long idleMicros(LeaseClaim entry) {
        return entry.idleMicros() + leases.extraMicros();
    }

    @Override
    public boolean isUnused(LeaseClaim entry) {
        return leases.isEmpty();
    }
}
