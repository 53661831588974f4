package io.github.ostiary.local;

import io.github.ostiary.LockBook.Kept;
import io.github.ostiary.Operation;
import io.github.ostiary.Reservation;
import io.github.ostiary.Settlement.Ending;
import io.github.ostiary.Verdict;
import io.github.ostiary.algorithm.Lockout;

/** How often a caller failed. */
final class LadderState implements State<Reservation> {

    private Lockout lockout = new Lockout();

    Lockout lockout() {
        return lockout;
    }

    @Override
    public void advance(Reservation reservation, long now) {
        lockout.advance(reservation.ladder(), now);
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
            case FAIL -> lockout.settle(reservation, Ending.FAILED);
            case SUCCEED -> lockout.settle(reservation, Ending.SUCCEEDED);
            case ABANDON -> lockout.settle(reservation, Ending.ABANDONED);
            case RESTORE -> restore(reservation);
            default -> lockout.peek(reservation);
        };
    }

    private Verdict restore(Reservation reservation) {
        lockout.restore(Kept.of(reservation));
        return lockout.peek(reservation);
    }

    @Override
    public void reset(Reservation reservation) {
        lockout = new Lockout();
    }

    @Override
    public long idleMicros(Reservation reservation) {
        return lockout.idleMicros(reservation.ladder());
    }

    @Override
    public boolean isUnused(Reservation reservation) {
        return idleMicros(reservation) == 0;
    }
}
