package io.github.ostiary.engine;

import io.github.ostiary.Front;
import io.github.ostiary.LockBook;
import io.github.ostiary.LockBook.Kept;
import io.github.ostiary.LockBook.Look;
import io.github.ostiary.LockBook.Place;
import io.github.ostiary.Operation;
import io.github.ostiary.Reservation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Keeps locks alive that a store has lost, with its data or while it was away. Thread-safe. */
final class LockKeeper implements AutoCloseable {

    /*
     * A store that was restarted, flushed or failed over forgets locks, and nobody tells. Its epoch does: a text that
     * ends with the data it stands beside. Once it has changed, every node locks again what it knows of, for the rest of
     * the time, and as deep in its steps as it was; so does whoever stood in for the store. All that is done by one
     * thread at a time, in the background, a hundred locks to a call, and before requests reach a store again that was
     * away. A request that is let in although a lock is known asks for the epoch itself: if that is the same, somebody
     * unlocked; else it locks this one key again and is refused.
     *
     * Naive: push all that is known. Flaw: what somebody unlocked elsewhere would be locked again. So whoever unlocks
     * leaves a note in the store, and a lock is pushed with the age of what is known of it: the store skips what was
     * unlocked since. A flush takes the notes, too. So what is known is looked up once a second, and nothing is pushed
     * that was not seen to hold within three seconds (of many locks, two rounds) before the data were last seen whole.
     *
     * Cost: nothing while no lock is known. Else, per second and node, one question for the epoch and one call for each
     * hundred known locks, at most twenty; a round over more than 2,000 locks takes longer than a second. In a cluster
     * each lock is a call, since each has a slot of its own.
     */
    private static final System.Logger LOG = System.getLogger(LockKeeper.class.getName());
    private static final int TOGETHER = 100;
    private static final int LOOKED_AT = 20 * TOGETHER;
    private static final long STALE_MICROS = 3_000_000;

    /** What is known is older than it seems by as long as it takes to tell. */
    private static final long DOUBT_MICROS = 1_000_000;

    private final Front front;
    private final Store store;
    private final TimeSource time;
    private final long budgetMicros;
    private final StandIns standIns;
    private final Housekeeper housekeeper = new Housekeeper(this::round, this::errand);
    private final ReentrantLock turn = new ReentrantLock();
    private final ReentrantLock asking = new ReentrantLock();

    private volatile @Nullable String epoch;
    private volatile long wholeMicros;
    private volatile boolean losing;
    private volatile long roundMicros;

    /** Guarded by the turn: what is still to be looked at, and since when. */
    private final Deque<Place> due = new ArrayDeque<>();

    private long roundBegunMicros;

    LockKeeper(Front front, Store store, LockBook local, long budgetMicros, TimeSource time) {
        this.front = front;
        this.store = store;
        this.standIns = new StandIns(front, store, local, time);
        this.budgetMicros = budgetMicros;
        this.time = time;
    }

    /** The stand-in decides about a ladder. */
    void standsIn(Reservation reservation) {
        standIns.add(reservation.ladder());
        housekeeper.wake();
    }

    /** A lock is known. */
    void learned() {
        housekeeper.wake();
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
     * Whether a lock stands although a reservation was let in. Its key is then locked again, and no other; no call to the
     * store begins later than one budget after the first.
     *
     * @param begunMicros when the store was asked for the reservation
     */
    boolean keeps(Reservation claim, long begunMicros) {
        long now = time.micros();
        Optional<Kept> known = front.lock(claim, now);
        if (known.isEmpty()) {
            return false;
        }
        try {
            if (!losing) {
                if (isLate(begunMicros) || !asking.tryLock()) {
                    housekeeper.hurry();
                    return true;
                }
                if (!asksWhetherLost()) {
                    return false;
                }
            }
            if (now - known.get().ageMicros() < seenSince()) {
                return false;
            }
            housekeeper.hurry();
            return isLate(begunMicros) || isLockedAgain(known.get().after(time.micros() - now, DOUBT_MICROS));
        } catch (StoreException e) {
            housekeeper.hurry();
            return true;
        }
    }

    private boolean isLate(long begunMicros) {
        return time.micros() - begunMicros > budgetMicros;
    }

    private boolean isLockedAgain(Kept lock) throws StoreException {
        return !store.ask(Operation.RESTORE, List.of(lock.claim())).get(0).passed();
    }

    /** Of many that wonder one asks; the others believe what they know. */
    private boolean asksWhetherLost() throws StoreException {
        try {
            losing |= isOther(store.epoch());
            return losing;
        } finally {
            asking.unlock();
        }
    }

    private boolean isOther(String now) {
        String before = epoch;
        return before != null && !before.equals(now);
    }

    /** When a lock must have been seen to be handed back, µs. */
    private long seenSince() {
        return wholeMicros - Math.max(STALE_MICROS, 2 * roundMicros);
    }

    /**
     * The store answers again: it hears of the locks before it is asked for decisions.
     *
     * @throws StoreException if it went away before it had heard of all
     */
    void returning() throws StoreException {
        turn.lock();
        try {
            check();
            standIns.handOver(DOUBT_MICROS);
        } finally {
            turn.unlock();
        }
    }

    private void errand() {
        try {
            returning();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store does not say whether it has lost its data", e);
        }
    }

    /** While there is anything to keep. */
    private boolean round() {
        if (standIns.isEmpty() && front.locks(time.micros(), Long.MIN_VALUE).isEmpty()) {
            return false;
        }
        turn.lock();
        try {
            returning();
            look();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store cannot be asked about locks", e);
        } finally {
            turn.unlock();
        }
        return true;
    }

    /** Hands back what is known if the store has lost its data; whether it has. */
    private boolean check() throws StoreException {
        long sent = time.micros();
        String now = store.epoch();
        losing |= isOther(now);
        boolean lost = losing;
        if (lost) {
            handBack();
        }
        epoch = now;
        wholeMicros = sent;
        losing = false;
        return lost;
    }

    private void handBack() throws StoreException {
        long begun = time.micros();
        List<Kept> locks = front.locks(begun, seenSince());
        for (int from = 0; from < locks.size(); from += TOGETHER) {
            long elapsed = time.micros() - begun;
            List<Kept> part = new ArrayList<>(TOGETHER);
            for (Kept lock : locks.subList(from, Math.min(from + TOGETHER, locks.size()))) {
                part.add(lock.after(elapsed, DOUBT_MICROS));
            }
            var unused = store.locks().restore(part);
        }
        LOG.log(
                System.Logger.Level.INFO,
                "The shared store had lost its data: it was told again of {0} locks",
                locks.size());
    }

    /** Looks up what is known to be locked, so much at a time. */
    private void look() throws StoreException {
        if (due.isEmpty()) {
            roundBegunMicros = time.micros();
            front.locks(roundBegunMicros, Long.MIN_VALUE).forEach(lock -> due.add(lock.place()));
        }
        for (int left = LOOKED_AT; left > 0 && !due.isEmpty(); left -= TOGETHER) {
            List<Place> some = new ArrayList<>(TOGETHER);
            while (some.size() < TOGETHER && !due.isEmpty()) {
                some.add(due.poll());
            }
            look(some);
        }
        if (due.isEmpty()) {
            roundMicros = time.micros() - roundBegunMicros;
        }
    }

    /** What is open was unlocked, unless the data are lost. */
    private void look(List<Place> places) throws StoreException {
        long sent = time.micros();
        List<Optional<Look>> seen = store.locks().look(places);
        boolean open =
                seen.stream().anyMatch(one -> one.isPresent() && !one.get().locked());
        if (!open || !check()) {
            front.confirm(places, seen, sent, time.micros());
        }
    }

    @Override
    public void close() {
        housekeeper.close();
    }
}
