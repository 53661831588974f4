package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Has a store that has lost leases of this node count them again. Thread-safe. */
final class LeaseKeeper {

    /*
     * A store that was restarted or flushed grants every permit a second time, while those who had them are at work. What
     * this node holds the store must count: if it says that fewer are held, it has lost them. Whoever hears that gives
     * its own grant back, puts the leases of that key back, and asks again. All others the sweep puts back when the store
     * is asked again after it was away, or when a renewal finds one lost.
     *
     * Worked: 3 permits, all held here; the store is killed and comes back empty. The next call is told that 2 are left
     * after it: 1 is held, and there should be 4. It puts three back, asks again, and is denied.
     */
    private static final int TOGETHER = 50;

    private final Store store;
    private final LeaseBook held;
    private final LeaseSweep sweep;
    private final Budget budget;

    LeaseKeeper(Store store, LeaseBook held, LeaseSweep sweep, Budget budget) {
        this.store = store;
        this.held = held;
        this.sweep = sweep;
        this.budget = budget;
    }

    /** Decides; a store that grants what it would not, had it not lost what this node holds, is asked again. */
    List<Verdict> decide(List<Claim> claims, long sentMicros, long deadlineMicros) throws StoreException {
        List<Verdict> verdicts = store.ask(Operation.DECIDE, claims, deadlineMicros);
        boolean lost = false;
        for (int i = 0; i < verdicts.size(); i++) {
            if (claims.get(i) instanceof LeaseClaim entry && verdicts.get(i).passed()) {
                lost |= misses(entry, verdicts.get(i), sentMicros);
            }
        }
        if (!lost || !WitnessedStore.admitted(claims, verdicts)) {
            return verdicts;
        }
        giveBack(claims, verdicts, deadlineMicros);
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            restore(held.others(lease, Long.MAX_VALUE), deadlineMicros);
        }
        return store.ask(Operation.DECIDE, claims, deadlineMicros);
    }

    private boolean misses(LeaseClaim entry, Verdict granted, long sentMicros) {
        int permits = entry.concurrency().permits();
        long counted = permits - granted.remaining();
        if (held.atMost(entry) < counted) {
            return false;
        }
        int others = held.others(entry, sentMicros).size();
        return others >= permits || (granted.remaining() > 0 && others >= counted);
    }

    private void giveBack(List<Claim> claims, List<Verdict> verdicts, long deadlineMicros) throws StoreException {
        List<Claim> charges = new ArrayList<>(0);
        List<Claim> others = new ArrayList<>(claims.size());
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).passed()) {
                (claims.get(i).isHeld() ? others : charges).add(claims.get(i));
            }
        }
        store.ask(Operation.ABANDON, others, deadlineMicros);
        if (!charges.isEmpty()) {
            store.ask(Operation.CREDIT, charges, deadlineMicros);
        }
    }

    private void restore(List<LeaseClaim> leases, long deadlineMicros) throws StoreException {
        for (int from = 0; from < leases.size(); from += TOGETHER) {
            sweep.takeAgain(leases.subList(from, Math.min(leases.size(), from + TOGETHER)), deadlineMicros);
        }
    }

    /** The store has let somebody in. */
    void granted(List<? extends Claim> claims, List<Verdict> verdicts, long sentMicros, long heardMicros) {
        held.granted(claims, verdicts, sentMicros, heardMicros);
        sweep.wake();
    }

    /** The stand-in has let somebody in. */
    void stoodIn(List<? extends Claim> claims) {
        long now = budget.time().micros();
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            held.began(lease, now, now, true);
            sweep.wake();
        }
    }

    /** Leases are given back. */
    void ended(List<? extends Claim> claims) {
        held.ended(claims);
    }

    /** A lease that was begun anew; what has not ended by itself, and is not there, was lost, and is taken again. */
    boolean renewed(LeaseClaim lease, boolean there, long sentMicros) throws StoreException {
        boolean renewed = there || (held.holds(lease) && isTakenAgain(lease, sentMicros + budget.micros()));
        return renewed && held.renewed(lease, sentMicros, budget.time().micros(), false);
    }

    private boolean isTakenAgain(LeaseClaim lease, long deadlineMicros) throws StoreException {
        return store.ask(Operation.DECIDE, List.of(lease), deadlineMicros)
                .get(0)
                .passed();
    }

    /** The store cannot say; only the stand-in's own leases are its to renew. */
    boolean renewedHere(LeaseClaim lease, List<Verdict> here, long sentMicros) {
        return !here.isEmpty()
                && here.get(0).passed()
                && held.standsIn(lease)
                && held.renewed(lease, sentMicros, budget.time().micros(), true);
    }
}
