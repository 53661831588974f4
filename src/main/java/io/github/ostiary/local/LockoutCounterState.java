package io.github.ostiary.local;

import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Verdict;

/** The failures of a caller. */
final class LockoutCounterState implements CounterState<Reservation> {

    private Lockout lockout = new Lockout();

    Lockout lockout() {
        return lockout;
    }

    @Override
    public void advance(Reservation reservation, long now) {
        lockout.advance(reservation.policy(), now);
    }

    @Override
    public boolean passes(Reservation reservation, long askedBefore) {
        return askedBefore == 0
                ? lockout.passes(reservation)
                : lockout.peek(reservation).remaining() > askedBefore;
    }

    @Override
    public Verdict take(Reservation reservation) {
        return lockout.take(reservation);
    }

    @Override
    public Verdict leave(Reservation reservation, boolean passed) {
        return lockout.leave(reservation);
    }

    @Override
    public Verdict peek(Reservation reservation) {
        return lockout.peek(reservation);
    }

    @Override
    public Verdict apply(Operation operation, Reservation reservation) {
        return switch (operation) {
            case FAIL, SUCCEED, ABANDON -> lockout.settle(reservation, operation);
            case RESTORE -> restore(reservation);
            default -> lockout.peek(reservation);
        };
    }

    private Verdict restore(Reservation reservation) {
        lockout.restore(KeptLock.of(reservation));
        return lockout.peek(reservation);
    }

    @Override
    public void reset(Reservation reservation) {
        lockout = new Lockout();
    }

    @Override
    public long idleMicros(Reservation reservation) {
        return lockout.idleMicros(reservation.policy());
    }

    @Override
    public boolean isUnused(Reservation reservation) {
        return idleMicros(reservation) == 0;
    }
}
