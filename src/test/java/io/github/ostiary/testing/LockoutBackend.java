package io.github.ostiary.testing;

import io.github.ostiary.Ladder;
import io.github.ostiary.LockBook.Kept;
import io.github.ostiary.LockBook.Look;
import io.github.ostiary.LockState;
import io.github.ostiary.Reservation;
import io.github.ostiary.Settlement.Ending;
import io.github.ostiary.Verdict;

/** Where lockouts are kept: what random traces run against. The time is set from outside. */
public interface LockoutBackend {

    /** Makes the reservation if it passes. */
    Verdict begin(Reservation reservation);

    /** Commits nothing, as when another rule refused. */
    Verdict leave(Reservation reservation);

    Verdict peek(Reservation reservation);

    Verdict settle(Reservation reservation, Ending ending);

    void lock(Ladder ladder, String identity, long micros, String reason);

    void unlock(Ladder ladder, String identity);

    LockState state(Ladder ladder, String identity);

    default Look look(Ladder ladder, String identity) {
        throw new UnsupportedOperationException();
    }

    /** As if nobody had ever unlocked it. */
    default void restore(Kept lock) {
        throw new UnsupportedOperationException();
    }
}
