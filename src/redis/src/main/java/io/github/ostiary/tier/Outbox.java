package io.github.ostiary.tier;

import io.github.ostiary.lease.Batches;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The one book of what this node owes the shared store: what ended and what was unlocked while that could not be asked or
 * did not answer. Thread-safe; one thread at a time delivers for a key.
 */
final class Outbox {

    /*
     * Naive: remember every ending that the store did not confirm. Flaw: in an outage each denied attempt leaves one, and
     * an attacker who is denied pushes out how the attempts ended that the store has reserved. So an ending is kept only
     * if the store may have been asked for what it ends: what never left this node changes nothing there.
     *
     * An entry is an operation and its claim. DECIDE: the stand-in has let it in, and it has not ended; never delivered. KEEP: a
     * question that nobody waits for may still begin it, until a time; never delivered. FAIL, SUCCEED, ABANDON, UNCLEAR: it ended
     * so. RESET: the key was unlocked. Those of one key are delivered in their order, and before anything else about that key
     * is sent: else the store would hear of a failure after the success that clears it. Leases are independent of each
     * other, and each is a separate key.
     *
     * The store does nothing of what arrives after its deadline. So an attempt that the stand-in has let in since the store did not
     * answer begins there before its end is told; once, or an end told twice would count twice. And what is begun by a question whose connection broke before
     * that, and has ended already, is abandoned then.
     *
     * An entry leaves when the store has confirmed it, and so is delivered again if only the answer was lost: claims carry ids.
     * It also leaves when what it ends has ended there by itself, after the attempt's settle time, the lease, or the day in which
     * a reservation can be settled. What finds no room is dropped, and ends by itself in its time.
     *
     * Fifty keys to a call. A server that does not answer is left alone until the next time. A call with a counter that holds
     * something foreign is delivered by halves; that one keeps its key's others waiting, and is given up after three
     * times. The locks that began here are no entries: the stand-in's store has them, see OutageLocks, and they go last.
     */
    private static final System.Logger LOG = Log.of(Outbox.class);
    private static final int TOGETHER = 50;
    private static final int TRIES = 3;

    private final Store store;
    private final DenialCache front;
    private final LockBook local;
    private final Budget budget;
    private final ExpiringMultimap<Owed> book = new ExpiringMultimap<>();
    private final SingleFlight deliveries;

    Outbox(Store store, DenialCache front, LockBook local, Budget budget) {
        this.store = store;
        this.front = front;
        this.local = local;
        this.budget = budget;
        this.deliveries = new SingleFlight(Pace.of(budget.time()));
    }

    private long now() {
        return budget.time().micros();
    }

    /** The place within which entries stay in order: the attempts at a key, or a lease. */
    private static Object place(Claim claim) {
        return claim.needsSettling() ? claim.counterId() : claim.id();
    }

    /** Whether there is anything to send, or will be. */
    boolean isWaiting() {
        return !book.isEmpty();
    }

    /** An ending could not be sent to the store. */
    void add(Operation operation, List<? extends Claim> claims) {
        add(operation, claims, now());
    }

    /**
     * An ending could not be sent to the store.
     *
     * @param endedMicros when it did
     */
    void add(Operation operation, List<? extends Claim> claims, long endedMicros) {
        for (Claim claim : claims) {
            if (claim.isHeld()) {
                owe(operation, claim, false, endedMicros);
            }
        }
    }

    private void owe(Operation operation, Claim claim, boolean stoodIn, long endedMicros) {
        Owed entry = new Owed(operation, claim, true, stoodIn, endedMicros, now() + claim.openMicros(), 0);
        boolean unused = add(entry);
        over(claim);
    }

    /** Whatever becomes of these, a question about them that nobody waits for may begin them until a time. */
    void mayBegin(List<? extends Claim> claims, long untilMicros) {
        for (Claim claim : claims) {
            if (claim.isHeld() && untilMicros > now()) {
                boolean unused = add(Operation.KEEP, claim, true, untilMicros, now() + claim.openMicros());
            }
        }
    }

    /** It has ended, and does so once more when nothing can begin it any more. */
    private void over(Claim claim) {
        Owed begins = find(claim, one -> one.is(Operation.KEEP, claim));
        while (begins != null) {
            remove(begins);
            long until = begins.sinceMicros();
            boolean unused = until > now() && add(Operation.ABANDON, begins.claim(), true, until, begins.endMicros());
            begins = find(claim, one -> one.is(Operation.KEEP, claim));
        }
    }

    private boolean add(Operation operation, Claim claim, boolean sent, long since, long end) {
        return add(new Owed(operation, claim, sent, false, since, end, 0));
    }

    private boolean add(Owed entry) {
        return book.begin(entry.bytes(), place(entry.claim()), now(), live -> {
            int at = live.size();
            while (at > 0 && live.get(at - 1).sinceMicros() > entry.sinceMicros()) {
                at--;
            }
            live.add(at, entry);
        });
    }

    /**
     * A key was unlocked here, and the store has to hear of it; false if there is no room to remember it.
     *
     * @param atMicros when
     */
    boolean unlocked(LockId place, long atMicros) {
        return add(Operation.RESET, place.claim(), true, atMicros, Long.MAX_VALUE);
    }

    /**
     * The stand-in has granted what the store could not be asked for.
     *
     * @param sent whether the question may have reached the store
     * @param late whether the caller has waited for the store as long as it may
     */
    void granted(List<? extends Claim> claims, boolean sent, boolean late) {
        for (Claim claim : claims) {
            boolean attempt = claim.needsSettling();
            if (attempt || (sent && late && claim.isHeld())) {
                boolean unused = add(
                        new Owed(Operation.DECIDE, claim, sent, sent && attempt, now(), now() + claim.openMicros(), 0));
            }
        }
    }

    /**
     * Whether the end of these need not be sent at once: it is sent later, or never if the store was not asked.
     */
    boolean ends(Operation operation, List<? extends Claim> claims, long endedMicros) {
        if (book.isEmpty()) {
            return false;
        }
        List<@Nullable Owed> granted = new ArrayList<>(claims.size());
        boolean here = false;
        for (Claim claim : claims) {
            over(claim);
            Owed one = find(claim, each -> each.is(Operation.DECIDE, claim));
            if (one != null) {
                remove(one);
            }
            granted.add(one);
            here |= one != null;
        }
        for (int i = 0; here && i < claims.size(); i++) {
            Owed one = granted.get(i);
            if (claims.get(i).isHeld() && (one == null || one.sent())) {
                boolean stoodIn = one != null && one.stoodIn() && operation != Operation.ABANDON;
                owe(operation, claims.get(i), stoodIn, endedMicros);
            }
        }
        return here;
    }

    private @Nullable Owed find(Claim claim, Predicate<Owed> kind) {
        return book.find(place(claim), now(), kind);
    }

    private void remove(Owed entry) {
        book.change(place(entry.claim()), now(), live -> live.remove(entry));
    }

    /**
     * A caller that was denied and asks again, by the same ids, may have gone on when the store hears of the denial, and may
     * stand in the way of itself until it does: so it hears of it first.
     *
     * @return whether there was anything to send
     */
    boolean askedAgain(List<? extends Claim> claims, long deadlineMicros) throws StoreException {
        boolean sent = false;
        for (int i = 0; i < claims.size() && !book.isEmpty(); i++) {
            Claim claim = claims.get(i);
            Owed ended = find(claim, one -> one.is(Operation.ABANDON, claim));
            while (ended != null) {
                boolean due = ended.isDue(now());
                sent |= due;
                if (due) {
                    catchUp(List.of(claim), deadlineMicros);
                } else {
                    remove(ended);
                    mayBegin(List.of(claim), ended.sinceMicros());
                }
                ended = find(claim, one -> one.is(Operation.ABANDON, claim));
            }
        }
        return sent;
    }

    /** Delivers what is owed for the keys of claims, before the store hears anything else of them. */
    void catchUp(List<? extends Claim> claims, long deadlineMicros) throws StoreException {
        for (int i = 0; i < claims.size() && !book.isEmpty(); i++) {
            Owed first = find(claims.get(i), one -> one.isDue(now()));
            while (first != null) {
                SingleFlight.Turn turn = deliveries.begin(List.of(place(first.claim())), deadlineMicros - now());
                if (turn != null) {
                    deliver(List.of(first), List.of(turn), deadlineMicros);
                }
                first = find(claims.get(i), one -> one.isDue(now()));
            }
        }
    }

    /**
     * Delivers what a server is owed.
     *
     * @param primary one of the store's
     * @throws StoreException if it does not answer: what it has not confirmed is owed still
     */
    void deliver(String primary) throws StoreException {
        long begun = now();
        Set<Object> unusable = new HashSet<>();
        Map<Operation, List<Owed>> heads = heads(primary, begun, unusable);
        while (!heads.isEmpty()) {
            for (List<Owed> alike : heads.values()) {
                for (List<Owed> some : Batches.of(alike, TOGETHER)) {
                    Batches.send(some, batch -> unusable.addAll(deliver(batch)), one -> {
                        unusable.add(place(one.claim()));
                        failed(one);
                    });
                }
            }
            heads = heads(primary, begun, unusable);
        }
    }

    /** The first entry of each key. */
    private Map<Operation, List<Owed>> heads(String primary, long begun, Set<Object> unusable) {
        Map<Operation, List<Owed>> heads = new EnumMap<>(Operation.class);
        for (Object key : book.keys()) {
            Owed first = unusable.contains(key) ? null : book.find(key, now(), Owed::isOwed);
            if (first != null
                    && first.sinceMicros() <= begun
                    && store.primaryOf(first.claim().identity()).equals(primary)) {
                heads.computeIfAbsent(first.operation(), any -> new ArrayList<>())
                        .add(first);
            }
        }
        return heads;
    }

    private void failed(Owed entry) {
        if (entry.tries() + 1 < TRIES) {
            var unused = replace(entry, entry.triedAgain());
        } else {
            remove(entry);
            LOG.log(System.Logger.Level.DEBUG, "The store cannot keep how an attempt ended: its key is in use");
        }
    }

    /**
     * Delivers entries of one operation, of different places.
     *
     * @return the places that another thread delivers for now: these are left out
     */
    private List<Object> deliver(List<Owed> entries) throws StoreException {
        List<Owed> own = new ArrayList<>(entries.size());
        List<SingleFlight.Turn> turns = new ArrayList<>(entries.size());
        List<Object> others = new ArrayList<>(0);
        for (Owed entry : entries) {
            SingleFlight.Turn turn = deliveries.tryBegin(place(entry.claim()));
            if (turn == null) {
                others.add(place(entry.claim()));
            } else {
                own.add(entry);
                turns.add(turn);
            }
        }
        deliver(own, turns, budget.deadline());
        return others;
    }

    /** Delivers the entries that nobody has delivered since: their callers may have begun again. */
    private void deliver(List<Owed> entries, List<SingleFlight.Turn> turns, long deadlineMicros) throws StoreException {
        try {
            List<Owed> still = new ArrayList<>(entries);
            still.removeIf(entry -> find(entry.claim(), entry::equals) == null);
            if (!still.isEmpty()) {
                send(still, deadlineMicros);
            }
        } finally {
            turns.forEach(SingleFlight.Turn::end);
        }
    }

    private void send(List<Owed> entries, long deadlineMicros) throws StoreException {
        if (entries.get(0).operation() == Operation.RESET) {
            unlock(entries);
        } else {
            List<Owed> begun = begin(entries, deadlineMicros);
            List<Claim> claims = new ArrayList<>(entries.size());
            long now = now();
            entries.forEach(entry -> claims.add(entry.claim().endedAgo(now - entry.sinceMicros())));
            store.ask(entries.get(0).operation(), claims, deadlineMicros);
            begun.forEach(this::remove);
        }
        entries.forEach(this::remove);
    }

    /** A lock that is younger than the unlocking stays, on any node: one that began here is restored at once. */
    private void unlock(List<Owed> entries) throws StoreException {
        List<LockId> places = new ArrayList<>(entries.size());
        for (Owed entry : entries) {
            places.add(new LockId(
                    ((AttemptClaim) entry.claim()).policy(), entry.claim().identity()));
        }
        List<Optional<LockDetail>> here = local.look(places);
        List<KeptLock> younger = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            LockId place = places.get(i);
            store.locks().unlock(place, now() - entries.get(i).sinceMicros());
            front.forget(place.claim());
            here.get(i).filter(LockDetail::locked).ifPresent(lock -> younger.add(lock.kept(place, 0)));
        }
        if (!younger.isEmpty()) { // unless it was unlocked elsewhere since, which the store knows
            var unused = store.locks().restore(younger);
        }
    }

    /** Has those that the store has not begun begin there, once. */
    private List<Owed> begin(List<Owed> entries, long deadlineMicros) throws StoreException {
        List<Owed> unknown = new ArrayList<>(0);
        List<Claim> claims = new ArrayList<>(0);
        for (Owed entry : entries) {
            if (entry.stoodIn()) {
                unknown.add(entry);
                claims.add(entry.claim());
            }
        }
        if (!unknown.isEmpty()) {
            store.ask(Operation.KEEP, claims, deadlineMicros);
            unknown.replaceAll(entry -> replace(entry, entry.begun()));
        }
        return unknown;
    }

    private Owed replace(Owed entry, Owed next) {
        book.change(place(entry.claim()), now(), live -> live.replaceAll(one -> one.equals(entry) ? next : one));
        return next;
    }

    /** Ends the deliveries: entries that are still here are lost, and unlockings among them are logged. */
    void close() {
        long unlocked = 0;
        for (Object key : book.keys()) {
            unlocked += book.find(key, now(), one -> one.operation() == Operation.RESET) == null ? 0 : 1;
        }
        if (unlocked > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "This node stops before it could tell Redis of {0} keys that it unlocked while Redis did not"
                            + " answer. Unlock them again",
                    unlocked);
        }
    }
}
