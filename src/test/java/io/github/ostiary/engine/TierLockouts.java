package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.Ladder;
import io.github.ostiary.LockBook.Kept;
import io.github.ostiary.LockBook.Look;
import io.github.ostiary.LockBook.Place;
import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Operation;
import io.github.ostiary.Reservation;
import io.github.ostiary.Settlement.Ending;
import io.github.ostiary.StoreException;
import io.github.ostiary.Verdict;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.LockoutBackend;
import io.github.ostiary.testing.Rules;
import java.util.List;
import java.util.UUID;

/** Lockouts where a guard keeps them: in this JVM, in Redis, or in Redis behind what this node knows. */
public final class TierLockouts implements LockoutBackend, AutoCloseable {

    private final Tiers tiers;

    public TierLockouts(Backend backend, ManualTimeSource time) {
        this.tiers = backend.open(time, UUID.randomUUID().toString());
    }

    @Override
    public Verdict begin(Reservation reservation) {
        return ask(Operation.DECIDE, reservation);
    }

    @Override
    public Verdict leave(Reservation reservation) {
        return ask(Operation.REFUSE, reservation);
    }

    @Override
    public Verdict peek(Reservation reservation) {
        return ask(Operation.PEEK, reservation);
    }

    private Verdict ask(Operation operation, Reservation reservation) {
        Ask ask = new Ask(reservation, Rules.limit(reservation.rule(), List.of()), Key.of(reservation.identity()));
        return tiers.ask(operation, List.of(ask)).verdicts().get(0).orElseThrow();
    }

    @Override
    public Verdict settle(Reservation reservation, Ending ending) {
        Operation operation =
                switch (ending) {
                    case FAILED -> Operation.FAIL;
                    case SUCCEEDED -> Operation.SUCCEED;
                    case ABANDONED -> Operation.ABANDON;
                };
        return tiers.settle(operation, List.of(reservation)).get(0);
    }

    @Override
    public void lock(Ladder ladder, String identity, long micros, String reason) {
        try {
            tiers.locks().lock(new Place(ladder, identity), identity, micros, reason);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void unlock(Ladder ladder, String identity) {
        try {
            tiers.locks().unlock(new Place(ladder, identity));
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public LockState state(Ladder ladder, String identity) {
        try {
            return tiers.locks().state(new Place(ladder, identity));
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Look look(Ladder ladder, String identity) {
        try {
            return tiers.locks()
                    .look(List.of(new Place(ladder, identity)))
                    .get(0)
                    .orElseThrow();
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void restore(Kept lock) {
        try {
            assertThat(tiers.locks().restore(List.of(lock))).containsExactly(true);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        tiers.close();
    }
}
