package io.github.ostiary.lease;

import io.github.ostiary.lease.LeaseBook.Held;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The leases of this node's running calls: renewed on a thread that does nothing else, and counted again by a store that has
 * lost them. Thread-safe.
 */
public final class LeaseKeeper implements AutoCloseable {

    /*
     * Naive: a timer per call, a round trip per renewal. Flaw: 5,000 calls, Redis 10 ms away: two threads renew 200 leases
     * a second, 30 s are over before all had their turn, and their permits are granted to others.
     *
     * So: four times a second what is due is renewed in lists, one call per list, the lists of each server by themselves.
     * A list takes a round trip however long it is; so where renewals come late the next list is twice as long. A server
     * that does not answer keeps the others' lists waiting for one call, and is asked again later.
     *
     * A renewal only finds what is held, so it cannot revive what is released meanwhile. What it does not find was lost,
     * or has ended: its call is at work, so it is taken again, room or not, and released again if it was released while
     * that call was on its way. A store that has lost one lease may have lost all: the others are taken again, too.
     *
     * A store that was restarted or flushed grants every permit a second time, while those who had them are at work. What
     * this node holds the store must count: if it says that fewer are held, it has lost them. A call that hears that gives
     * the grant of itself back, puts the leases of that key back, and asks again. All others the sweep puts back when the store
     * is asked again after it was away, or when a renewal finds one lost.
     *
     * Worked: 3 permits, all held here; the store is killed and comes back empty. The next call hears that 2 are left
     * after it: 1 is held, and there should be 4. It puts three back, asks again, and is denied.
     */
    private static final int TOGETHER = 50;
    private static final int MOST_TOGETHER = 800;

    /** The shortest lease is 1 s, and due after a third of that. */
    private static final long EVERY_MILLIS = 250;

    private final LeaseBook book;
    private final Store store;
    private final Budget budget;
    private final Housekeeper thread;

    public LeaseKeeper(Store store, Budget budget) {
        this.book = new LeaseBook(budget.time());
        this.store = store;
        this.budget = budget;
        this.thread = new Housekeeper("ostiary-leases", EVERY_MILLIS, this::sweep, this::sweep, Pace.of(budget.time()));
    }

    /** Has a call's leases renewed for as long as it has them. */
    public void watch(List<? extends Claim> claims, Object call) {
        WeakReference<Object> owner = new WeakReference<>(call);
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            book.watch(lease, owner);
        }
    }

    /** Has leases end in their time. */
    public void unwatch(List<? extends Claim> claims) {
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            book.unwatch(lease);
        }
    }

    /** A store that was away may have lost what it held. */
    public void recovered() {
        book.doubtAll();
        thread.hurry();
    }

    /** Whether there is more to come. */
    private boolean sweep() {
        Map<String, List<Held>> servers = new HashMap<>();
        for (Held held : book.due(budget.time().micros())) {
            servers.computeIfAbsent(store.primaryOf(held.claim.identity()), any -> new ArrayList<>())
                    .add(held);
        }
        servers.values().forEach(this::renewAll);
        return !book.isEmpty();
    }

    private void renewAll(List<Held> due) {
        int size = TOGETHER;
        int from = 0;
        try {
            while (from < due.size()) {
                size = due.get(from).isLate(budget.time().micros()) ? Math.min(2 * size, MOST_TOGETHER) : TOGETHER;
                int to = Math.min(due.size(), from + size);
                Batches.send(
                        due.subList(from, to),
                        this::renew,
                        held -> held.postpone(budget.time().micros()));
                from = to;
            }
        } catch (StoreException e) {
            long now = budget.time().micros();
            due.subList(from, due.size()).forEach(held -> held.postpone(now));
        }
    }

    private void renew(List<Held> due) throws StoreException {
        List<LeaseClaim> gone = new ArrayList<>(0);
        List<LeaseClaim> running = new ArrayList<>(due.size());
        for (Held held : due) {
            (held.doubted ? gone : running).add(held.claim);
        }
        List<LeaseClaim> lost = running.isEmpty() ? running : lost(running);
        if (!lost.isEmpty()) {
            book.doubtAll();
            gone.addAll(lost);
        }
        if (!gone.isEmpty()) {
            takeAgain(gone, budget.deadline());
        }
    }

    /** Renews leases; says which the store does not hold, though they were not given back. */
    private List<LeaseClaim> lost(List<LeaseClaim> leases) throws StoreException {
        long sent = budget.time().micros();
        List<Verdict> verdicts = store.ask(Operation.RENEW, leases, sent + budget.micros());
        long heard = budget.time().micros();
        List<LeaseClaim> lost = new ArrayList<>(0);
        for (int i = 0; i < verdicts.size(); i++) {
            LeaseClaim lease = leases.get(i);
            if (verdicts.get(i).passed()) {
                var unused = book.renewed(lease, sent, heard, false);
            } else if (book.knows(lease)) {
                lost.add(lease);
            }
        }
        return lost;
    }

    /** Begins leases again, room or not. What is given back meanwhile is given back once more. */
    private void takeAgain(List<LeaseClaim> leases, long deadlineMicros) throws StoreException {
        long sent = budget.time().micros();
        store.ask(Operation.KEEP, leases, deadlineMicros);
        long heard = budget.time().micros();
        List<LeaseClaim> over = new ArrayList<>(0);
        for (LeaseClaim lease : leases) {
            if (!book.renewed(lease, sent, heard, false)) {
                over.add(lease);
            }
        }
        if (!over.isEmpty()) {
            store.ask(Operation.ABANDON, over, deadlineMicros);
        }
    }

    /** Decides; a store that grants what it would not, had it not lost what this node holds, is asked again. */
    public List<Verdict> decide(List<Claim> claims, long sentMicros, long deadlineMicros) throws StoreException {
        List<Verdict> verdicts = store.ask(Operation.DECIDE, claims, deadlineMicros);
        boolean lost = false;
        for (int i = 0; i < verdicts.size(); i++) {
            if (claims.get(i) instanceof LeaseClaim entry && verdicts.get(i).passed()) {
                lost |= misses(entry, verdicts.get(i), sentMicros);
            }
        }
        if (!lost || !Claim.admitted(claims, verdicts)) {
            return verdicts;
        }
        giveBack(claims, verdicts, deadlineMicros);
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            for (List<LeaseClaim> others : Batches.of(book.others(lease, Long.MAX_VALUE), TOGETHER)) {
                takeAgain(others, deadlineMicros);
            }
        }
        return store.ask(Operation.DECIDE, claims, deadlineMicros);
    }

    /** Fewer are counted, this one among them, than this node alone holds; looked at one by one only where that may be. */
    private boolean misses(LeaseClaim entry, Verdict granted, long sentMicros) {
        long counted = entry.concurrency().permits() - granted.remaining();
        return book.atMost(entry) >= counted && book.others(entry, sentMicros).size() >= counted;
    }

    private void giveBack(List<Claim> claims, List<Verdict> verdicts, long deadlineMicros) throws StoreException {
        List<Claim> charges = Claim.passed(claims, verdicts, false);
        store.ask(Operation.ABANDON, Claim.passed(claims, verdicts, true), deadlineMicros);
        if (!charges.isEmpty()) {
            store.ask(Operation.GIVE_BACK, charges, deadlineMicros);
        }
    }

    /** The store has admitted a call. */
    public void granted(List<? extends Claim> claims, List<Verdict> verdicts, long sentMicros, long heardMicros) {
        book.granted(claims, verdicts, sentMicros, heardMicros);
        thread.wake();
    }

    /** All others that are held of what an entry asks for, and that the stand-in has not heard of: it hears of them now. */
    public List<LeaseClaim> newHere(LeaseClaim entry) {
        return book.newHere(entry);
    }

    /** Whether a lease has not been given back. */
    public boolean knows(LeaseClaim lease) {
        return book.knows(lease);
    }

    /** The stand-in has admitted a call. */
    public void stoodIn(List<? extends Claim> claims) {
        long now = budget.time().micros();
        for (LeaseClaim lease : LeaseClaim.among(claims)) {
            book.began(lease, now, now, true);
            thread.wake();
        }
    }

    /** Forgets all leases. */
    public void clear() {
        book.clear();
    }

    /** Leases are given back. */
    public void ended(List<? extends Claim> claims) {
        book.ended(claims);
    }

    /** A lease that was begun anew; what has not ended by itself, and is not there, was lost, and is taken again. */
    public boolean renewed(LeaseClaim lease, boolean there, long sentMicros) throws StoreException {
        boolean renewed = there || (book.holds(lease) && isTakenAgain(lease, sentMicros + budget.micros()));
        return renewed && book.renewed(lease, sentMicros, budget.time().micros(), false);
    }

    private boolean isTakenAgain(LeaseClaim lease, long deadlineMicros) throws StoreException {
        return store.ask(Operation.DECIDE, List.of(lease), deadlineMicros)
                .get(0)
                .passed();
    }

    /** The store cannot say; only the stand-in's own leases are its to renew. */
    public boolean renewedHere(LeaseClaim lease, List<Verdict> here, long sentMicros) {
        return !here.isEmpty()
                && here.get(0).passed()
                && book.standsIn(lease)
                && book.renewed(lease, sentMicros, budget.time().micros(), true);
    }

    @Override
    public void close() {
        thread.close();
    }
}
