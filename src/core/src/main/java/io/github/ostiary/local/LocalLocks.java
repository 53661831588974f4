package io.github.ostiary.local;

import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.TimeSource;
import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The locks in this JVM, listed by identity. Thread-safe. */
final class LocalLocks implements LockBook {

    private final CounterTable<AttemptClaim> table;
    private final TimeSource time;

    LocalLocks(CounterTable<AttemptClaim> table, TimeSource time) {
        this.table = table;
        this.time = time;
    }

    @Override
    public LockState state(LockId place) {
        return look(List.of(place)).get(0).orElseThrow().state();
    }

    @Override
    public List<Optional<LockDetail>> look(List<LockId> places) {
        long now = time.micros();
        List<Optional<LockDetail>> seen = new ArrayList<>(places.size());
        for (LockId place : places) {
            LockDetail[] one = {new Lockout().look(place.policy())};
            Counter<AttemptClaim> counter = table.find(place.claim());
            if (counter != null) {
                boolean unused = with(counter, place, now, lockout -> one[0] = lockout.look(place.policy()));
            }
            seen.add(Optional.of(one[0]));
        }
        return seen;
    }

    @Override
    public List<Boolean> restore(List<KeptLock> locks) {
        long now = time.micros();
        for (KeptLock kept : locks) {
            boolean locked = false;
            while (!locked) {
                locked = with(
                        table.getOwn(kept.place().claim(), now), kept.place(), now, lockout -> lockout.restore(kept));
            }
        }
        return Collections.nCopies(locks.size(), true);
    }

    @Override
    public void release(LockId place, LockDetail seen, long elapsed) {
        long now = time.micros();
        Counter<AttemptClaim> counter = table.find(place.claim());
        if (counter != null) {
            boolean unused = with(counter, place, now, lockout -> {
                long age = lockout.look(place.policy()).ageMicros();
                if (age >= seen.ageMicros() && age <= seen.ageMicros() + elapsed) {
                    lockout.unlock(0);
                }
            });
        }
    }

    /** A counter that the table let go of meanwhile is looked up again. */
    @Override
    public void lock(LockId place, String label, long micros, String reason) {
        Consumer<Lockout> lock = lockout -> lockout.lock(micros, reason, label);
        long now = time.micros();
        Counter<AttemptClaim> counter = table.getOwn(place.claim(), now);
        while (!with(counter, place, now, lock)) {
            table.remove(place.claim(), counter);
            counter = table.getOwn(place.claim(), now);
        }
    }

    /** Unlocks a place; what strangers have failed at is not forgotten with it. */
    @Override
    public void unlock(LockId place, long agoMicros) {
        long now = time.micros();
        Counter<AttemptClaim> counter = table.find(place.claim());
        if (counter != null) {
            boolean unused =
                    with(counter, place, now, counter.shared ? Lockout::open : lockout -> lockout.unlock(agoMicros));
        }
    }

    @Override
    public boolean admit(LockId place, Traits from, long mark) {
        boolean[] admitted = {false};
        Counter<AttemptClaim> counter = table.find(place.claim());
        if (counter != null) {
            boolean unused = with(counter, place, time.micros(), lockout -> admitted[0] = lockout.admit(from, mark));
        }
        return admitted[0];
    }

    @Override
    public Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) {
        List<Lockouts.LockedKey> lines = new ArrayList<>();
        long now = time.micros();
        for (String identity : table.identities(policy.rule(), cursor == null ? "" : cursor)) {
            if (lines.size() == max) {
                return new Lockouts.Page(lines, Optional.of(lines.get(max - 1).identity()));
            }
            LockId place = new LockId(policy, identity);
            Counter<AttemptClaim> counter = table.find(place.claim());
            if (counter != null) {
                boolean unused = with(counter, place, now, lockout -> add(place, lockout, lines));
            }
        }
        return new Lockouts.Page(lines, Optional.empty());
    }

    private static void add(LockId place, Lockout lockout, List<Lockouts.LockedKey> lines) {
        LockState state = lockout.state(place.policy());
        if (state.phase() != Phase.OPEN) {
            lines.add(new Lockouts.LockedKey(place.identity(), lockout.label(), state));
        }
    }

    /** Does something to a counter's lockout; false if the table has let go of the counter. */
    private boolean with(Counter<AttemptClaim> counter, LockId place, long now, Consumer<Lockout> action) {
        AttemptClaim claim = place.claim();
        int ended;
        counter.lock();
        try {
            if (counter.retired) {
                return false;
            }
            Lockout lockout = (Lockout) counter.state;
            lockout.advance(place.policy(), now);
            action.accept(lockout);
            ended = table.end(claim, counter);
        } finally {
            counter.unlock();
        }
        table.keep(claim, counter, ended);
        return true;
    }
}
