package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Has a store that has lost leases of this node count them again. Thread-safe. */
final class LeaseKeeper {

    /*
     * A store that was restarted or flushed grants every permit a second time, while those who had them are at work. What
     * this node holds the store must count: if it says that fewer are held, it has lost them. Whoever hears that gives
     * its own grant back, puts the leases of that key back, and asks again. All others are put back when the store is
     * asked again after it was away, or when a renewal finds one lost.
     *
     * Worked: 3 permits, all held here; the store is killed and comes back empty. The next call is told that 2 are left
     * after it: 1 is held, and there should be 4. It puts three back, asks again, and is denied.
     */
    private static final System.Logger LOG = Log.of(LeaseKeeper.class);
    private static final int TOGETHER = 50;

    private final Store store;
    private final Fallback fallback;
    private final Budget budget;
    private final HeldLeases held;
    private final AtomicBoolean restoring = new AtomicBoolean();

    LeaseKeeper(Store store, Fallback fallback, Budget budget) {
        this.store = store;
        this.fallback = fallback;
        this.budget = budget;
        this.held = new HeldLeases(budget.time());
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
            restore(held.others(lease, Long.MAX_VALUE), () -> deadlineMicros);
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

    /** The stand-in must know what is held here, whoever granted it. */
    void granted(List<? extends Claim> claims, List<Verdict> verdicts, long sentMicros, long heardMicros) {
        for (LeaseClaim lease : passed(claims, verdicts)) {
            held.began(lease, sentMicros, heardMicros, false);
            var unused = fallback.settle(Operation.KEEP, List.of(lease), heardMicros);
        }
    }

    /** The stand-in has let somebody in. */
    void stoodIn(List<? extends Claim> claims) {
        long now = budget.time().micros();
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            held.began(lease, now, now, true);
        }
    }

    /** The store was told. */
    void told(
            Operation operation,
            List<? extends Claim> claims,
            List<Verdict> verdicts,
            long sentMicros,
            long heardMicros)
            throws StoreException {
        if (operation == Operation.KEEP) {
            granted(claims, verdicts, sentMicros, heardMicros);
            restore();
        } else if (operation == Operation.RENEW) {
            for (LeaseClaim lease : passed(claims, verdicts)) {
                var unused = held.renewed(lease, sentMicros, heardMicros, false);
            }
        }
    }

    /** The store could not be told of calls that go on. */
    void untold(List<? extends Claim> claims, long sentMicros) {
        long now = budget.time().micros();
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            var unused = held.renewed(lease, sentMicros, now, held.standsIn(lease));
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

    /** The store is asked again. */
    void recovered() {
        try {
            restore();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store went away before it had heard of all leases", e);
        }
    }

    private void restore() throws StoreException {
        if (restoring.compareAndSet(false, true)) {
            try {
                restore(held.all(), budget::deadline);
            } finally {
                restoring.set(false);
            }
        }
    }

    /** What is given back meanwhile is given back again. */
    private void restore(List<LeaseClaim> leases, LongSupplier deadline) throws StoreException {
        for (int from = 0; from < leases.size(); from += TOGETHER) {
            List<LeaseClaim> part = leases.subList(from, Math.min(leases.size(), from + TOGETHER));
            keep(part, deadline);
            List<LeaseClaim> over =
                    part.stream().filter(entry -> !held.holds(entry)).toList();
            if (!over.isEmpty()) {
                store.ask(Operation.ABANDON, over, deadline.getAsLong());
            }
        }
    }

    /** A key that holds something foreign is in no other's way. */
    private void keep(List<LeaseClaim> part, LongSupplier deadline) throws StoreException {
        try {
            store.ask(Operation.KEEP, part, deadline.getAsLong());
        } catch (StoreException e) {
            if (!e.ofCounter()) {
                throw e;
            }
            for (int i = 0; i < part.size() && part.size() > 1; i++) {
                keep(part.subList(i, i + 1), deadline);
            }
        }
    }

    private static List<LeaseClaim> passed(List<? extends Claim> claims, List<Verdict> verdicts) {
        List<Claim> passed = List.of();
        for (int i = 0; i < verdicts.size(); i++) {
            if (claims.get(i).needsRenewal() && verdicts.get(i).passed()) {
                passed = passed.isEmpty() ? new ArrayList<>(2) : passed;
                passed.add(claims.get(i));
            }
        }
        return passed.isEmpty() ? List.of() : LeaseClaim.among(passed);
    }
}
