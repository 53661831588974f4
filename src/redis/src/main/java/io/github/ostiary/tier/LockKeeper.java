package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.Batches;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.lease.Housekeeper;
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
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;

/** Keeps locks alive that a store has lost, with its data or while it was away. Thread-safe. */
final class LockKeeper implements AutoCloseable {

    /*
     * A store that was restarted, flushed or failed over forgets locks without a sign. Its epoch does: a text that
     * ends with the data it stands beside. Once it has changed, every node locks again what it knows of, for the rest of
     * the time, and as deep in its steps as it was; so does the stand-in. All that is done by one
     * thread at a time, in the background, a hundred locks to a call, and before requests reach a store again that was
     * away. A request that is let in although a lock is known asks for the epoch itself: if that is the same, an operator
     * unlocked; else it locks this one key again and is denied.
     *
     * Naive: push all that is known. Flaw: what was unlocked elsewhere would be locked again. So a node that unlocks
     * leaves a note in the store, and a lock is pushed with the age of what is known of it: the store skips what was
     * unlocked since. A flush takes the notes, too. So what is known is looked up once a second, and nothing is pushed
     * that was not seen to hold within three seconds (of many locks, two rounds) before the data were last seen whole.
     *
     * Cost: nothing while no lock is known. Else, per second and node, one question for the epoch and one call for each
     * hundred known locks, at most twenty; a round over more than 2,000 locks takes longer than a second. In a cluster
     * each server has an epoch, and each lock is a call, a hundred to an exchange, since each has a slot of its own.
     */
    private static final System.Logger LOG = Log.of(LockKeeper.class);
    private static final int TOGETHER = 100;
    private static final int LOOKS = 20;
    private static final long STALE_MICROS = 3_000_000;

    /** The time by which what is known is older than it seems: as long as it takes to tell. */
    private static final long DOUBT_MICROS = 1_000_000;

    /** The places of one call. */
    private record Due(String primary, List<LockId> places) {}

    private final DenialCache front;
    private final Store store;
    private final TimeSource time;
    private final Budget budget;
    private final OutageLocks standIns;
    private final Outbox outbox;
    private final Housekeeper housekeeper;
    private final Lock turn;
    private final StoreEpochs epochs;
    private volatile long roundMicros;

    /** Guarded by the turn: what is still to be looked at, and since when. */
    private final Deque<Due> due = new ArrayDeque<>();

    private long roundBegunMicros;

    LockKeeper(DenialCache front, Store store, LockBook local, Outbox outbox, Budget budget) {
        this.outbox = outbox;
        this.front = front;
        this.store = store;
        this.budget = budget;
        this.epochs = new StoreEpochs(store);
        this.time = budget.time();
        Pace pace = Pace.of(time);
        this.turn = pace.lock();
        this.housekeeper = new Housekeeper("ostiary-housekeeper", 1_000, this::round, this::errand, pace);
        this.standIns = new OutageLocks(front, store, local, time);
    }

    /** The stand-in decides about a ladder. */
    void standsIn(AttemptClaim reservation) {
        standIns.add(reservation.policy());
        housekeeper.wake();
    }

    /** Whether it does so still: it has not handed over yet. */
    boolean isStandingIn(AttemptClaim reservation) {
        return standIns.contains(reservation.policy());
    }

    /**
     * Learns from the store's answer: a known lock that it does not know of is wondered at.
     *
     * @param committed whether what passed was taken
     */
    void heard(List<? extends Claim> claims, List<Verdict> verdicts, boolean committed, long sent, long heard) {
        for (int i = 0; i < verdicts.size(); i++) {
            Verdict said = verdicts.get(i);
            front.learn(claims.get(i), said, committed && said.passed(), sent, heard);
            if (claims.get(i) instanceof AttemptClaim reservation) {
                if (!said.passed()) {
                    learned();
                } else if (front.lock(reservation, heard).isPresent()) {
                    wonders();
                }
            }
        }
        answered();
    }

    /** A lock is known. */
    void learned() {
        housekeeper.wake();
    }

    /** The store may hold what is denied here: it hears of that within a second, whether anyone asks it or not. */
    void deniedHere(List<? extends Claim> claims) {
        outbox.add(Operation.ABANDON, claims);
        housekeeper.wake();
    }

    /** The store has answered: what it is owed is sent soon, or within a second if one of its servers is away. */
    void answered() {
        if (!outbox.isWaiting()) {
            return;
        }
        if (store.unreachable() == 0) {
            housekeeper.hurry();
        } else {
            housekeeper.wake();
        }
    }

    /** An answer does not fit what is known. */
    void wonders() {
        housekeeper.hurry();
    }

    /** Does something in the background, once. */
    void later(Runnable task) {
        housekeeper.run(task);
    }

    /**
     * Whether a lock stands although a reservation was let in. Its key is then locked again, and no other.
     *
     * @param deadlineMicros of the decision
     */
    boolean keeps(AttemptClaim claim, long deadlineMicros) {
        long now = time.micros();
        Optional<KeptLock> known = front.lock(claim, now);
        boolean kept = known.isPresent() && keeps(known.get(), now, deadlineMicros);
        if (kept) {
            wonders();
        }
        return kept;
    }

    private boolean keeps(KeptLock known, long now, long deadlineMicros) {
        String primary = store.primaryOf(known.place().identity());
        try {
            if (!epochs.isLost(primary)) {
                StoreEpochs.Finding answer =
                        now > deadlineMicros ? StoreEpochs.Finding.ASKED_ALREADY : epochs.ask(primary, deadlineMicros);
                if (answer != StoreEpochs.Finding.LOST) {
                    return answer == StoreEpochs.Finding.ASKED_ALREADY;
                }
            }
            if (now - known.age().micros() < seenSince(primary)) {
                return false;
            }
            long later = time.micros();
            return later > deadlineMicros || isLockedAgain(known.after(later - now, DOUBT_MICROS), deadlineMicros);
        } catch (StoreException e) {
            return true;
        }
    }

    private boolean isLockedAgain(KeptLock lock, long deadlineMicros) throws StoreException {
        return !store.ask(Operation.RESTORE, List.of(lock.claim()), deadlineMicros)
                .get(0)
                .passed();
    }

    /** The time since which a lock must have been seen to be handed back, µs. */
    private long seenSince(String primary) {
        return epochs.wholeMicros(primary) - Math.max(STALE_MICROS, 2 * roundMicros);
    }

    /**
     * A server answers again: it hears of all that it has lost or missed before it is asked for decisions.
     *
     * @throws StoreException if it went away before it had heard of all
     */
    void returning(String primary) throws StoreException {
        turn.lock();
        try {
            Set<String> primaries = store.primaries();
            for (String each : primary.equals(Store.UNDIVIDED) ? primaries : Set.of(primary)) {
                check(each);
                outbox.deliver(each);
                standIns.handOver(each, DOUBT_MICROS);
            }
        } finally {
            turn.unlock();
        }
    }

    /** All servers that can be asked; one that cannot is in no other's way. */
    private void errand() {
        Set<String> primaries = store.primaries();
        boolean all = true;
        for (String primary : primaries) {
            try {
                returning(primary);
            } catch (StoreException e) {
                all = false;
                LOG.log(System.Logger.Level.DEBUG, "The store does not say whether it has lost its data", e);
            }
        }
        if (all) {
            epochs.retain(primaries);
        }
    }

    /** Whether there is anything left to keep. */
    private boolean round() {
        if (standIns.isEmpty()
                && !outbox.isWaiting()
                && front.locks(time.micros(), Long.MIN_VALUE).isEmpty()) {
            return false;
        }
        turn.lock();
        try {
            errand();
            look();
        } finally {
            turn.unlock();
        }
        return true;
    }

    /** Hands back what is known if the server has lost data; whether it has. */
    private boolean check(String primary) throws StoreException {
        long sent = time.micros();
        String now = store.epoch(primary, sent + budget.micros());
        boolean lost = epochs.isLost(primary, now);
        if (lost) {
            handBack(primary);
        }
        epochs.whole(primary, now, sent);
        return lost;
    }

    private void handBack(String primary) throws StoreException {
        long begun = time.micros();
        List<KeptLock> locks = front.locks(begun, seenSince(primary)).stream()
                .filter(lock -> store.primaryOf(lock.place().identity()).equals(primary))
                .toList();
        for (List<KeptLock> part : Batches.of(locks, TOGETHER)) {
            long elapsed = time.micros() - begun;
            var unused = store.locks()
                    .restore(part.stream()
                            .map(lock -> lock.after(elapsed, DOUBT_MICROS))
                            .toList());
        }
        if (!locks.isEmpty()) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "The shared store{0} lost its data: this node restored {1} locks. Used permits and failures are lost; find out why it lost them",
                    primary.isEmpty() ? "" : "'s server " + primary,
                    locks.size());
        }
    }

    /** Looks up what is known to be locked, so much at a time. */
    private void look() {
        if (due.isEmpty()) {
            roundBegunMicros = time.micros();
            Map<String, List<LockId>> places = new HashMap<>();
            for (KeptLock lock : front.locks(roundBegunMicros, Long.MIN_VALUE)) {
                places.computeIfAbsent(store.primaryOf(lock.place().identity()), any -> new ArrayList<>())
                        .add(lock.place());
            }
            places.forEach(
                    (primary, all) -> Batches.of(all, TOGETHER).forEach(some -> due.add(new Due(primary, some))));
        }
        for (int i = 0; i < LOOKS && !due.isEmpty(); i++) {
            Due next = due.remove();
            try {
                look(next.places(), next.primary());
            } catch (StoreException e) {
                LOG.log(System.Logger.Level.DEBUG, "The store cannot be asked about locks", e);
                due.removeIf(other -> other.primary().equals(next.primary()));
            }
        }
        if (due.isEmpty()) {
            roundMicros = time.micros() - roundBegunMicros;
        }
    }

    /** Looks locks up; what is open was unlocked, unless the data are lost. */
    private void look(List<LockId> places, String primary) throws StoreException {
        long sent = time.micros();
        List<Optional<LockDetail>> seen = store.locks().look(places);
        boolean open =
                seen.stream().anyMatch(one -> one.isPresent() && !one.get().locked());
        if (!open || !check(primary)) {
            front.confirm(places, seen, sent, time.micros());
        }
    }

    @Override
    public void close() {
        housekeeper.close();
    }
}
