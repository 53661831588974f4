package io.github.ostiary.engine;

import io.github.ostiary.Durations;
import io.github.ostiary.Front;
import io.github.ostiary.Front.KnownLock;
import io.github.ostiary.Ladder;
import io.github.ostiary.LockBook;
import io.github.ostiary.LockBook.Place;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Reservation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps locks alive that a store has lost, with its data or while it was away. Thread-safe. */
final class LockKeeper {

    /*
     * A store that was restarted or flushed forgets its locks, and nobody tells. Its epoch does: a text kept beside the
     * counters, made anew by whoever misses it. It is compared when the breaker closes, and when an answer lets somebody
     * in whom this node knows to be locked: either somebody unlocked, and the epoch is the same; or all is lost, and
     * each node locks again what it knows of, for the rest of the time. Locks that this node's own stand-in began while
     * the store was away go there too. A lock is never shortened by that. How often a key was locked before is lost.
     */
    private static final System.Logger LOG = System.getLogger(LockKeeper.class.getName());
    private static final String REASON = "kept while the store was away";
    private static final int PART = 1_000;

    private final Front front;
    private final Store store;
    private final LockBook local;
    private final TimeSource time;
    private final Set<Ladder> standIns = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable String> epoch = new AtomicReference<>();

    LockKeeper(Front front, Store store, LockBook local, TimeSource time) {
        this.front = front;
        this.store = store;
        this.local = local;
        this.time = time;
    }

    /** The stand-in decides about a ladder. */
    void standsIn(Reservation reservation) {
        standIns.add(reservation.ladder());
    }

    /** The store answers again. */
    void recovered() {
        try {
            LockBook book = store.locks();
            for (Ladder ladder : standIns) {
                hand(ladder, book);
            }
            check();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store went away before it had heard of all locks", e);
        }
    }

    /** The store has let somebody in whom this node knows to be locked. */
    void surprised() {
        try {
            check();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store does not say whether it has lost its data", e);
        }
    }

    private void hand(Ladder ladder, LockBook book) throws StoreException {
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            LockBook.Page page = local.list(ladder, cursor.get(), PART);
            for (LockBook.Line line : page.lines()) {
                if (line.state().phase() != Phase.CHALLENGED) {
                    long left =
                            line.state().remaining().map(Durations::toMicros).orElse(Verdict.NEVER);
                    book.lock(new Place(ladder, line.identity()), line.label(), left, REASON);
                }
            }
            cursor = page.next();
        }
        standIns.remove(ladder);
    }

    /** Locks again what is known to be locked, if the store has lost its data. */
    private void check() throws StoreException {
        String now = store.epoch();
        String before = epoch.get();
        if (before != null && !before.equals(now)) {
            LockBook book = store.locks();
            for (KnownLock known : front.locks(time.micros())) {
                Reservation claim = known.claim();
                book.lock(new Place(claim.ladder(), claim.identity()), claim.label(), known.leftMicros(), REASON);
            }
        }
        epoch.set(now);
    }
}
