package io.github.ostiary.local;

import io.github.ostiary.Operation;
import io.github.ostiary.Reservation;
import io.github.ostiary.Verdict;

/** How often a caller failed. */
final class LadderState implements State<Reservation> {

    @Override
    public void advance(Reservation reservation, long now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean passes(Reservation reservation, long askedBefore) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Verdict take(Reservation reservation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Verdict leave(Reservation reservation, boolean passed) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Verdict peek(Reservation reservation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Verdict apply(Operation operation, Reservation reservation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reset(Reservation reservation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long idleMicros(Reservation reservation) {
        return reservation.idleMicros();
    }
}
