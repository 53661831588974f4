package io.github.ostiary.local;

import io.github.ostiary.Entry;
import io.github.ostiary.Operation;
import io.github.ostiary.Verdict;
import io.github.ostiary.algorithm.Leases;

/** Who is at work under a concurrency rule. */
final class LeaseState implements State<Entry> {

    private Leases leases = new Leases();

    @Override
    public void advance(Entry entry, long now) {
        leases.advance(entry.concurrency(), now);
    }

    @Override
    public boolean passes(Entry entry, long askedBefore) {
        return leases.passes(entry.concurrency(), 1 + askedBefore);
    }

    @Override
    public Verdict take(Entry entry) {
        return leases.take(entry.concurrency(), entry.lease());
    }

    @Override
    public Verdict leave(Entry entry, boolean passed) {
        return leases.leave(entry.concurrency());
    }

    @Override
    public Verdict peek(Entry entry) {
        return leases.peek(entry.concurrency());
    }

    @Override
    public Verdict apply(Operation operation, Entry entry) {
        return switch (operation) {
            case RENEW -> leases.renew(entry.concurrency(), entry.lease());
            case KEEP -> leases.keep(entry.concurrency(), entry.lease());
            default -> leases.release(entry.concurrency(), entry.lease());
        };
    }

    @Override
    public void reset(Entry entry) {
        leases = new Leases();
    }

    @Override
    public long idleMicros(Entry entry) {
        return entry.idleMicros() + leases.extraMicros();
    }

    @Override
    public boolean isUnused(Entry entry) {
        return leases.isEmpty();
    }
}
