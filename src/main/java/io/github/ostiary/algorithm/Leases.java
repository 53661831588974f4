package io.github.ostiary.algorithm;

import io.github.ostiary.Concurrency;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Verdict;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who holds the permits of one {@link Concurrency} counter. Not thread-safe: call {@link #advance} first. */
public final class Leases {

    /*
     * Naive: a number, up at entry and down at exit. Flaw: a holder that dies never counts down. So each holder is known
     * by its lease, which ends by itself; an exit names the lease, and one that has ended frees nobody else's permit.
     *
     * Model: leases in the order of their beginnings. Worked: 2 permits, lease 10 s, a and b at 0: c at 1 ms waits
     * 9,999 ms; a's exit at 2 ms lets it in; a's second exit frees nothing.
     *
     * Time: behind the newest beginning by up to a second it stands still there; further behind, all beginnings are
     * moved back with it, so a step back neither ends a lease nor keeps it for longer.
     */
    private static final long FREEZE_MICROS = 1_000_000;

    private final Map<String, Long> begins = new LinkedHashMap<>();
    private long now;
    private long newest = Long.MIN_VALUE;

    /** Knows of no lease. */
    public Leases() {}

    /**
     * Moves to the time of a decision; leases that have ended are forgotten.
     *
     * @param concurrency the rules
     * @param micros the clock, µs
     */
    public void advance(Concurrency concurrency, long micros) {
        now = micros;
        if (micros < newest) {
            if (newest - micros > FREEZE_MICROS) {
                long step = newest - micros;
                begins.replaceAll((lease, begin) -> begin - step);
                newest = micros;
            } else {
                now = newest;
            }
        }
        Iterator<Long> oldest = begins.values().iterator();
        while (oldest.hasNext() && oldest.next() <= now - concurrency.leaseMicros()) {
            oldest.remove();
        }
    }

    /**
     * Whether so many may enter.
     *
     * @param concurrency the rules
     * @param entries at least 1
     * @return true if there is room
     */
    public boolean passes(Concurrency concurrency, long entries) {
        return begins.size() + entries <= concurrency.permits();
    }

    /**
     * Begins a lease.
     *
     * @param concurrency the rules
     * @param lease unique
     * @return the passing verdict
     */
    public Verdict take(Concurrency concurrency, String lease) {
        begins.put(lease, now);
        newest = now;
        return verdict(concurrency, true);
    }

    /**
     * Says how things stand, and changes nothing.
     *
     * @param concurrency the rules
     * @return passing or refusing
     */
    public Verdict peek(Concurrency concurrency) {
        return verdict(concurrency, passes(concurrency, 1));
    }

    /**
     * Begins a lease anew that is still held.
     *
     * @param concurrency the rules
     * @param lease its name
     * @return passed if it was held
     */
    public Verdict renew(Concurrency concurrency, String lease) {
        boolean held = begins.remove(lease) != null;
        if (held) {
            take(concurrency, lease);
        }
        return verdict(concurrency, held);
    }

    /**
     * Ends a lease.
     *
     * @param concurrency the rules
     * @param lease its name
     * @return passed if it was held
     */
    public Verdict release(Concurrency concurrency, String lease) {
        boolean held = begins.remove(lease) != null;
        return verdict(concurrency, held);
    }

    private Verdict verdict(Concurrency concurrency, boolean passed) {
        int over = begins.size() - concurrency.permits();
        long free = Math.max(0, -over);
        long next = end(concurrency, Math.max(0, over));
        return new Verdict(
                passed,
                free,
                passed || over < 0 ? 0 : next,
                end(concurrency, begins.size() - 1),
                free,
                begins.isEmpty() ? Verdict.NEVER : next,
                Reason.CONCURRENCY_LIMITED,
                false);
    }

    /** How long until the lease of a rank, 0 for the oldest, ends; 0 if there is none. */
    private long end(Concurrency concurrency, int rank) {
        Iterator<Long> oldest = begins.values().iterator();
        for (int i = 0; i < rank && oldest.hasNext(); i++) {
            oldest.next();
        }
        return oldest.hasNext() ? oldest.next() + concurrency.leaseMicros() - now : 0;
    }
}
