package io.github.ostiary.algorithm;

import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The holders of the permits of one {@link ConcurrencyPolicy} counter. Not thread-safe: call {@link #advance} first. */
public final class Leases extends KeyClock implements CounterState<LeaseClaim> {

    /*
     * Naive: a number, up at entry and down at exit. Flaw: a holder that dies never counts down. So each holder is known
     * by its lease, which ends by itself; an exit names the lease, and one that has ended frees no other permit.
     *
     * Model: leases in the order of their ends. The end is stored when a lease begins and is judged by nothing else, so
     * that a rule whose lease was changed grants no held permit again. Those that have ended are forgotten when one begins
     * or is released, so that asking changes nothing. Worked: 2 permits, lease 10 s, a and b at 0: c at 1 ms waits
     * 9,999 ms; a's exit at 2 ms lets it in; a's second exit frees nothing. With a lease of 2 s from 3 ms on, b has its
     * permit until 10 s all the same.
     *
     * Time: see KeyClock; what was last done is the newest beginning. Cost: O(log n).
     */

    private record StoredEnd(long end, long number, String lease) {}

    private static final Comparator<StoredEnd> IN_ORDER =
            Comparator.comparingLong(StoredEnd::end).thenComparingLong(StoredEnd::number);

    private final Map<String, StoredEnd> named = new HashMap<>(2);
    private final TreeSet<StoredEnd> ends = new TreeSet<>(IN_ORDER);
    private long numbers;
    private int ended;

    /** Knows of no lease. */
    public Leases() {}

    /**
     * Moves to the time of a decision.
     *
     * @param micros the clock, µs
     */
    public void advance(long micros) {
        if (ends.isEmpty()) {
            beginAnew(micros);
        }
        read(micros);
        ended = 0;
        Iterator<StoredEnd> oldest = ends.iterator();
        while (oldest.hasNext() && oldest.next().end() <= now) {
            ended++;
        }
    }

    /**
     * Whether so many may enter.
     *
     * @param concurrency the rules
     * @param entries at least 1
     * @return true if there is room
     */
    public boolean passes(ConcurrencyPolicy concurrency, long entries) {
        return held() + entries <= concurrency.permits();
    }

    /**
     * Begins a lease.
     *
     * @param concurrency the rules
     * @param lease unique
     * @return the passing verdict
     */
    public Verdict take(ConcurrencyPolicy concurrency, String lease) {
        forgetEnded();
        stamp();
        forget(named.remove(lease));
        StoredEnd held = new StoredEnd(now + concurrency.leaseMicros(), numbers++, lease);
        named.put(lease, held);
        ends.add(held);
        return verdict(concurrency, true);
    }

    /**
     * Ends a decision that begins no lease here.
     *
     * @param concurrency the rules
     * @return passing or denying
     */
    public Verdict leave(ConcurrencyPolicy concurrency) {
        note();
        return peek(concurrency);
    }

    /**
     * Says how things stand, and changes nothing.
     *
     * @param concurrency the rules
     * @return passing or denying
     */
    public Verdict peek(ConcurrencyPolicy concurrency) {
        return verdict(concurrency, passes(concurrency, 1));
    }

    /**
     * Begins a lease anew that is still held.
     *
     * @param concurrency the rules
     * @param lease its name
     * @return passed if it was held
     */
    public Verdict renew(ConcurrencyPolicy concurrency, String lease) {
        return holds(lease) ? take(concurrency, lease) : verdict(concurrency, false);
    }

    /**
     * Ends a lease.
     *
     * @param concurrency the rules
     * @param lease its name
     * @return passed if it was held
     */
    public Verdict release(ConcurrencyPolicy concurrency, String lease) {
        boolean held = holds(lease);
        if (held) {
            forgetEnded();
            note();
            forget(named.remove(lease));
        }
        return verdict(concurrency, held);
    }

    @Override
    public void advance(LeaseClaim claim, long micros) {
        advance(micros);
    }

    @Override
    public boolean passes(LeaseClaim claim, long askedBefore) {
        return passes(claim.concurrency(), 1 + askedBefore);
    }

    @Override
    public Verdict take(LeaseClaim claim) {
        return take(claim.concurrency(), claim.lease());
    }

    @Override
    public Verdict leave(LeaseClaim claim, boolean passed) {
        return leave(claim.concurrency());
    }

    @Override
    public Verdict peek(LeaseClaim claim) {
        return peek(claim.concurrency());
    }

    @Override
    public Verdict apply(Operation operation, LeaseClaim claim) {
        return switch (operation) {
            case RENEW -> renew(claim.concurrency(), claim.lease());
            case KEEP -> take(claim);
            default -> release(claim.concurrency(), claim.lease());
        };
    }

    /**
     * Until the last lease ends, and longer where the clock it was given may have been behind. At least 1: after a step back
     * of the clock a lease that has ended may be held again.
     */
    long idleMicros() {
        return Math.max(1, held() > 0 ? left(ends.last()) : 0) + extraMicros();
    }

    @Override
    public long life(LeaseClaim claim) {
        return named.isEmpty() ? UNUSED : idleMicros();
    }

    private boolean holds(String lease) {
        StoredEnd held = named.get(lease);
        return held != null && held.end() > now;
    }

    private int held() {
        return ends.size() - ended;
    }

    private long left(StoredEnd held) {
        return held.end() - now;
    }

    private void forget(@Nullable StoredEnd held) {
        if (held != null) {
            ends.remove(held);
        }
    }

    /** Forgets what has ended. */
    private void forgetEnded() {
        for (; ended > 0; ended--) {
            named.remove(ends.first().lease());
            ends.pollFirst();
        }
    }

    private Verdict verdict(ConcurrencyPolicy concurrency, boolean passed) {
        int over = held() - concurrency.permits();
        long free = Math.max(0, -over);
        long next = left(Math.max(0, over));
        return new Verdict(
                passed,
                free,
                passed || over < 0 ? 0 : next,
                held() > 0 ? left(ends.last()) : 0,
                free,
                held() > 0 ? next : Verdict.NEVER,
                Consequence.IN_USE);
    }

    /** How long until the lease of a rank, 0 for the first held one to end, ends; 0 if there is none. */
    private long left(int rank) {
        Iterator<StoredEnd> oldest = ends.iterator();
        for (int i = 0; i < ended + rank && oldest.hasNext(); i++) {
            oldest.next();
        }
        return oldest.hasNext() ? left(oldest.next()) : 0;
    }
}
