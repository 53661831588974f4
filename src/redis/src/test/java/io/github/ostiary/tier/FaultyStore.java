package io.github.ostiary.tier;

import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store of this JVM that fails as it is told, and remembers what it was told of each key. Only the thread that made it is
 * answered: so nothing happens between a test's steps.
 */
final class FaultyStore implements Store, LockBook {

    /** What becomes of a call. */
    enum Fault {
        NONE,
        /** Nothing is sent. */
        AWAY,
        /** Nothing is done, and the caller waits in vain. */
        HUNG,
        /** All is done, and the answer is lost. */
        LOST
    }

    /** The texts of what arrived at each key for the first time, in order. */
    final Map<String, List<String>> arrived = new HashMap<>();

    /** The ids of what may be held here as far as its caller knows, and of what the last answer let in, heard or not. */
    final Set<String> held = new HashSet<>();

    final Set<String> granted = new HashSet<>();

    /** What may have been asked for, and what was asked for in vain, since these were cleared. */
    final Set<String> asked = new HashSet<>();

    final Set<String> unanswered = new HashSet<>();

    final LocalStore store;
    int credits;
    Fault fault = Fault.NONE;

    /** After how many calls the fault begins, and is over after one. */
    int after = -1;

    private final ManualTimeSource time;
    private final Duration patience;
    private final Thread hand = Thread.currentThread();
    private final Set<String> known = new HashSet<>();

    FaultyStore(ManualTimeSource time, Duration patience) {
        this.store = new LocalStore(100_000, time);
        this.time = time;
        this.patience = patience;
    }

    /** One thing that a call does. */
    private interface Deed<T> {
        T done() throws StoreException;
    }

    private <T> T call(Deed<T> deed) throws StoreException {
        if (Thread.currentThread() != hand) {
            throw StoreException.ofShortage("not in the background");
        }
        Fault now = after < 0 ? fault : after == 0 ? fault : Fault.NONE;
        fault = after == 0 ? Fault.NONE : fault;
        after = after < 0 ? -1 : after - 1;
        if (now == Fault.AWAY) {
            throw StoreException.ofShortage("away");
        }
        T done = now == Fault.HUNG ? null : deed.done();
        if (now != Fault.NONE) {
            time.advance(patience);
            throw new StoreException(now.name());
        }
        return done;
    }

    private void arrived(String key, String what) {
        List<String> before = arrived.computeIfAbsent(key, any -> new ArrayList<>());
        if (before.isEmpty() || !before.get(before.size() - 1).equals(what)) {
            before.add(what);
        }
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        if (operation != Operation.DECIDE || Thread.currentThread() != hand) {
            return call(() -> done(operation, claims));
        }
        try {
            List<Verdict> verdicts = call(() -> done(operation, claims));
            for (Claim claim : claims) {
                asked.add(claim.id());
                if (granted.contains(claim.id())) {
                    held.add(claim.id());
                } else {
                    held.remove(claim.id());
                }
            }
            return verdicts;
        } catch (StoreException e) {
            for (Claim claim : claims) {
                unanswered.add(claim.id());
                if (e.sent()) {
                    asked.add(claim.id());
                    held.add(claim.id());
                    known.remove(claim.id());
                }
            }
            throw e;
        }
    }

    private List<Verdict> done(Operation operation, List<? extends Claim> claims) {
        List<Verdict> verdicts = store.ask(operation, claims, NO_DEADLINE);
        boolean all = verdicts.stream().allMatch(Verdict::passed);
        for (Claim claim : claims) {
            if (operation == Operation.DECIDE) {
                known.remove(claim.id());
                granted.remove(claim.id());
                if (all) {
                    granted.add(claim.id());
                }
            } else if (operation == Operation.ABANDON && asked.contains(claim.id())) {
                granted.remove(claim.id()); // given back at once, to be asked for again
            } else if (operation.ends() && known.add(claim.id())) {
                arrived(OutboxPropertyTest.place(claim), operation + " " + claim.id());
            } else if (operation == Operation.CREDIT) {
                credits++;
            }
        }
        return verdicts;
    }

    @Override
    public void lock(LockId place, String label, long micros, String reason) throws StoreException {
        boolean unused = call(() -> {
            store.locks().lock(place, label, micros, reason);
            return true;
        });
    }

    @Override
    public boolean admit(LockId place, Traits from, long mark) throws StoreException {
        return call(() -> store.locks().admit(place, from, mark));
    }

    @Override
    public void unlock(LockId place, long agoMicros) throws StoreException {
        boolean unused = call(() -> {
            store.locks().unlock(place, agoMicros);
            arrived(place.identity(), "UNLOCK");
            return true;
        });
    }

    @Override
    public LockState state(LockId place) throws StoreException {
        return call(() -> store.locks().state(place));
    }

    @Override
    public List<Optional<LockDetail>> look(List<LockId> places) throws StoreException {
        return call(() -> store.locks().look(places));
    }

    @Override
    public List<Boolean> restore(List<KeptLock> locks) throws StoreException {
        return call(() -> store.locks().restore(locks));
    }

    @Override
    public Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) throws StoreException {
        return call(() -> store.locks().list(policy, cursor, max));
    }

    @Override
    public String epoch(String primary, long deadlineMicros) throws StoreException {
        return call(() -> "whole");
    }

    @Override
    public LockBook locks() {
        return this;
    }

    @Override
    public SharedState sharedState() {
        return store.sharedState();
    }

    @Override
    public void ping() {}

    @Override
    public void close() {}
}
