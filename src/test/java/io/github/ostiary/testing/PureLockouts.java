package io.github.ostiary.testing;

import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Settlement.Ending;
import io.github.ostiary.store.Verdict;
import java.util.HashMap;
import java.util.Map;

/** The state machine alone, in a map. */
public final class PureLockouts implements LockoutBackend {

    private final Map<String, Lockout> lockouts = new HashMap<>();
    private final ManualTimeSource time;

    public PureLockouts(ManualTimeSource time) {
        this.time = time;
    }

    @Override
    public Verdict begin(Reservation reservation) {
        Lockout lockout = at(reservation.ladder(), reservation.identity());
        return lockout.passes(reservation) ? lockout.take(reservation) : lockout.leave(reservation);
    }

    @Override
    public Verdict leave(Reservation reservation) {
        return at(reservation.ladder(), reservation.identity()).leave(reservation);
    }

    @Override
    public Verdict peek(Reservation reservation) {
        return at(reservation.ladder(), reservation.identity()).peek(reservation);
    }

    @Override
    public Verdict settle(Reservation reservation, Ending ending) {
        return at(reservation.ladder(), reservation.identity()).settle(reservation, ending);
    }

    @Override
    public void lock(LockoutPolicy ladder, String identity, long micros, String reason) {
        at(ladder, identity).lock(ladder, micros, reason, identity);
    }

    @Override
    public void unlock(LockoutPolicy ladder, String identity) {
        at(ladder, identity).unlock();
    }

    @Override
    public LockState state(LockoutPolicy ladder, String identity) {
        return at(ladder, identity).state(ladder);
    }

    @Override
    public LockDetail look(LockoutPolicy ladder, String identity) {
        return at(ladder, identity).look(ladder);
    }

    @Override
    public void restore(KeptLock lock) {
        at(lock.place().ladder(), lock.place().identity()).restore(lock);
    }

    /** Until the state equals a fresh one. */
    public long idle(LockoutPolicy ladder, String identity) {
        return at(ladder, identity).idleMicros(ladder);
    }

    private Lockout at(LockoutPolicy ladder, String identity) {
        Lockout lockout = lockouts.computeIfAbsent(ladder.rule() + ' ' + identity, key -> new Lockout());
        lockout.advance(ladder, time.micros());
        return lockout;
    }
}
