package io.github.ostiary.testing;

import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.TimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The store that the nodes of a model share: the Java counters behind a line that can be cut. For one thread. */
public final class SharedStore {

    /** Told what a store has done. */
    public interface Listener {

        /** It does not listen. */
        Listener NONE = new Listener() {};

        /** A store is about to be asked. */
        default void asked(Operation operation, List<? extends Claim> claims) {}

        /** It has answered. */
        default void answered(Operation operation, List<? extends Claim> claims, List<Verdict> verdicts) {}
    }

    /** What has changed the data. */
    private interface Change {
        void on(LocalStore counters) throws StoreException;
    }

    private record Logged(long at, Change change) {}

    private static final long LAG_MICROS = 1_000_000;

    private final TimeSource time;
    private final Listener listener;

    /** Whether what a replica would have is kept. */
    private final boolean replicated;

    private final List<Logged> log = new ArrayList<>();

    /** When what is told again was told first; below 0 while nothing is. */
    private long replayed = -1;

    private LocalStore counters;
    private int epoch;

    /** The notes that an unlocking leaves beside the data: who knows of an older lock does not lock again. */
    private final UnlockNotes unlocked;

    /** How many questions have come as far as its door. */
    public int questions;

    /** Whether nobody reaches it. */
    public boolean away;

    /** Before how many more questions it is cut off; below 0 if it is not. */
    private int left = -1;

    /** How many of the next answers are lost on their way. */
    public int losing;

    /** Whether questions are lost on their way. */
    public boolean dropping;

    public SharedStore(TimeSource time, Listener listener, boolean replicated) {
        this.time = () -> replayed < 0 ? time.micros() : replayed;
        this.unlocked = new UnlockNotes(this.time);
        this.listener = listener;
        this.replicated = replicated;
        this.counters = new LocalStore(1_000_000, this.time);
    }

    /** It answers so many more questions. */
    public void cutAfter(int questions) {
        left = questions;
        away = questions == 0;
    }

    /** It is back, for so many questions; 0 for good. */
    public void back(int questions) {
        away = false;
        left = questions == 0 ? -1 : questions;
    }

    /** A replica takes over: what was written in the last second is lost. */
    public void failOver() {
        long until = time.micros() - LAG_MICROS;
        counters = new LocalStore(1_000_000, time);
        unlocked.clear();
        epoch++;
        log.removeIf(one -> one.at() > until);
        try {
            for (Logged one : log) {
                replayed = one.at();
                one.change().on(counters);
            }
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        } finally {
            replayed = -1;
        }
    }

    private void keep(Change change) {
        if (replicated) {
            log.add(new Logged(time.micros(), change));
        }
    }

    /** It loses its data. */
    public void flush() {
        counters = new LocalStore(1_000_000, time);
        epoch++;
        unlocked.clear();
        log.clear();
    }

    /** All that was said of any key is long gone. */
    public void forget() {
        unlocked.clear();
        log.clear();
        dropping = false;
    }

    private boolean isOutdated(KeptLock kept) {
        return unlocked.areAfter(kept);
    }

    /** As whoever looks at the store itself sees it. */
    public LockState state(LockBook.LockId place) {
        try {
            return counters.locks().state(place);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a node holds of it. */
    public Store line() {
        return new Line();
    }

    /** A node's own counters, which never fail. */
    public Store observed(LocalStore own) {
        return new Own(own);
    }

    private void arrive(long deadlineMicros) throws StoreException {
        if (time.micros() > deadlineMicros) {
            throw StoreException.ofShortage("the time was over before anything was asked");
        }
        questions++;
        reach();
    }

    private void reach() throws StoreException {
        if (left >= 0 && left-- == 0) {
            away = true;
        }
        if (away) {
            throw new StoreException("cut").unsent();
        }
        if (dropping) {
            throw new StoreException("lost");
        }
    }

    private List<Verdict> ask(Store asked, Operation operation, List<? extends Claim> claims) throws StoreException {
        listener.asked(operation, claims);
        List<Verdict> verdicts = asked.ask(operation, claims, Store.NO_DEADLINE);
        listener.answered(operation, claims, verdicts);
        return verdicts;
    }

    private final class Line implements Store {

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            arrive(deadlineMicros);
            boolean outdated = operation == Operation.RESTORE && isOutdated(KeptLock.of((AttemptClaim) claims.get(0)));
            Operation done = outdated ? Operation.PEEK : operation;
            List<Verdict> verdicts = SharedStore.this.ask(counters, done, claims);
            if (done != Operation.PEEK) {
                keep(replica -> replica.ask(done, claims, Store.NO_DEADLINE));
            }
            if (losing > 0) {
                losing--;
                throw new StoreException("the answer was lost");
            }
            return verdicts;
        }

        @Override
        public LockBook locks() throws StoreException {
            arrive(Store.NO_DEADLINE);
            return new CutLocks();
        }

        @Override
        public SharedState sharedState() {
            return counters.sharedState();
        }

        @Override
        public void ping() throws StoreException {
            arrive(Store.NO_DEADLINE);
        }

        @Override
        public String epoch(String primary, long deadlineMicros) throws StoreException {
            arrive(deadlineMicros);
            return "epoch " + epoch;
        }

        @Override
        public void close() {}
    }

    private final class Own implements Store {

        private final LocalStore own;

        Own(LocalStore own) {
            this.own = own;
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            return SharedStore.this.ask(own, operation, claims);
        }

        @Override
        public LockBook locks() {
            return own.locks();
        }

        @Override
        public SharedState sharedState() {
            return own.sharedState();
        }

        @Override
        public void ping() {}

        @Override
        public void close() {}
    }

    /** The locks, whose book may be out of reach when it is asked. */
    private final class CutLocks implements LockBook {

        private LockBook book() throws StoreException {
            reach();
            return counters.locks();
        }

        private LockBook book(List<LockId> places) throws StoreException {
            reach();
            listener.asked(Operation.PEEK, places.stream().map(LockId::claim).toList());
            return counters.locks();
        }

        @Override
        public LockState state(LockId place) throws StoreException {
            return book(List.of(place)).state(place);
        }

        @Override
        public List<Optional<LockDetail>> look(List<LockId> places) throws StoreException {
            return book(places).look(places);
        }

        @Override
        public List<Boolean> restore(List<KeptLock> locks) throws StoreException {
            List<Boolean> restored = new ArrayList<>();
            for (KeptLock kept : locks) {
                restored.add(!isOutdated(kept) && book().restore(List.of(kept)).get(0));
                keep(replica -> {
                    if (!isOutdated(kept)) {
                        replica.locks().restore(List.of(kept));
                    }
                });
            }
            return restored;
        }

        @Override
        public void lock(LockId place, String label, long micros, String reason) throws StoreException {
            book(List.of(place)).lock(place, label, micros, reason);
            unlocked.forget(place);
            keep(replica -> {
                replica.locks().lock(place, label, micros, reason);
                unlocked.forget(place);
            });
        }

        @Override
        public void unlock(LockId place, long agoMicros) throws StoreException {
            book(List.of(place)).unlock(place, agoMicros);
            unlocked.unlocked(place, agoMicros);
            keep(replica -> {
                replica.locks().unlock(place, agoMicros);
                unlocked.unlocked(place, agoMicros);
            });
        }

        @Override
        public boolean admit(LockId place, Traits from, long mark) throws StoreException {
            return book(List.of(place)).admit(place, from, mark);
        }

        @Override
        public Lockouts.Page list(LockoutPolicy policy, String cursor, int max) throws StoreException {
            return book().list(policy, cursor, max);
        }
    }
}
