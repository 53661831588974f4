package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One key's standing with one {@link LockoutPolicy}. Not thread-safe: call {@link #advance} first, then one of the others, all
 * under one lock.
 */
public final class Lockout implements CounterState<Reservation> {

    /*
     * Naive: check the lock, look at the password, count the failure. Flaw: fifty parallel attempts all pass the check.
     *
     * Model: an attempt reserves a slot before anybody looks at the password, and is settled afterwards. What counts
     * and what is in flight together stay below every threshold. A reservation nobody settles becomes a failure at the
     * time it began; the next call on the key finds it, and the lock that follows starts then.
     *
     * Order of denials: block, lock, pending challenge, others in flight (busy). A network that a success came from
     * passes all but the block, until it has failed as often as the lowest threshold. A challenge that fires together
     * with a lock is pending when the lock has ended; one that ends in its own lock is not.
     *
     * Time: see KeyClock. What time alone has done (reservations that became failures, a state that equals a fresh one)
     * is kept by whatever call finds it, a peek too; all else a peek changes nothing.
     *
     * Worked: 3/1m lock 5m, settle 30 s; attempts reserved at 0, 1 and 2 s, a fourth is BUSY. Two fail, the third's
     * client dies: a call at 40 s finds a failure of 2 s, the third within a minute, and locks until 340 s.
     *
     * Cost: O(n) in the failures and reservations kept, all of which are bounded.
     */
    private static final long BUSY_MICROS = 1_000_000;
    private static final Consequence NOTHING_NEW = new Consequence(Reason.LOCKED, false);

    private final LockoutState standing = new LockoutState();
    private String label = "";

    private final KeyClock clock = new KeyClock();
    private long now;

    /**
     * Moves to the time of a decision, and does what time alone does.
     *
     * @param policy the rule
     * @param micros the clock, µs
     */
    public void advance(LockoutPolicy policy, long micros) {
        standing.lock.news = false;
        standing.challenge.news = false;
        now = clock.read(micros);
        if (clock.known() && idleMicros(policy) == 0) {
            standing.clear();
            standing.inFlight.clear();
            label = "";
            clock.clear(micros);
            now = micros;
        }
        for (PendingAttempt held = overdue(policy); held != null; held = overdue(policy)) {
            standing.failed(policy, held, now);
            clock.stamp();
        }
    }

    @Override
    public void advance(Reservation reservation, long micros) {
        advance(reservation.policy(), micros);
    }

    @Override
    public boolean passes(Reservation reservation, long askedBefore) {
        return askedBefore == 0 ? passes(reservation) : peek(reservation).remaining() > askedBefore;
    }

    /**
     * Whether a reservation can be made now; one that was made already is not in its own way.
     *
     * @param reservation what is asked
     * @return true if there is room
     */
    public boolean passes(Reservation reservation) {
        return room(reservation) > 0;
    }

    private long room(Reservation reservation) {
        int own = standing.inFlight.indexOf(reservation.id());
        if (own < 0) {
            return standing.room(reservation, now);
        }
        PendingAttempt held = standing.inFlight.take(own);
        long room = standing.room(reservation, now);
        standing.inFlight.putBack(own, held);
        return room;
    }

    /**
     * Makes a reservation that passes; the answer to a challenge that is not pending needs none.
     *
     * @param reservation what is asked
     * @return the passing verdict
     */
    @Override
    public Verdict take(Reservation reservation) {
        boolean answer = reservation.purpose() == Purpose.CHALLENGE;
        if (!answer || standing.pending(reservation.policy(), now)) {
            standing.inFlight.add(new PendingAttempt(reservation.id(), now, answer, reservation.traits()));
            label = reservation.label().isEmpty() ? label : reservation.label();
            if (answer) {
                standing.challenge.touch(now);
            }
            clock.stamp();
        }
        long room = standing.room(reservation, now);
        return new Verdict(true, room, 0, 0, Math.min(1, room), 0, NOTHING_NEW);
    }

    @Override
    public Verdict leave(Reservation reservation, boolean passed) {
        return leave(reservation);
    }

    /**
     * Ends a decision that commits nothing here. With {@code extendOnAttempt} a denial by a lock counts as a failure and
     * starts the lock anew, as long as it was.
     *
     * @param reservation what was asked
     * @return passing or denying
     */
    public Verdict leave(Reservation reservation) {
        LockoutPolicy policy = reservation.policy();
        clock.note();
        if (policy.ladder().extendOnAttempt()
                && reservation.purpose() == Purpose.ATTEMPT
                && standing.denial(reservation, now) == Reason.LOCKED
                && !passes(reservation)) {
            standing.extendLock(now);
            standing.failed(policy, new PendingAttempt("", now, false, reservation.traits()), now);
            clock.stamp();
        }
        return peek(reservation);
    }

    /**
     * Says how things stand.
     *
     * @param reservation what is asked
     * @return passing or denying
     */
    @Override
    public Verdict peek(Reservation reservation) {
        long room = room(reservation);
        if (room > 0) {
            return new Verdict(true, room, 0, 0, 1, 0, NOTHING_NEW);
        }
        Reason reason = standing.denial(reservation, now);
        long retry =
                switch (reason) {
                    case LOCKED -> standing.lock.end() - now;
                    case BUSY -> BUSY_MICROS;
                    default -> Verdict.NEVER;
                };
        boolean news = reason == Reason.CHALLENGE_REQUIRED
                ? standing.challenge.news
                : reason != Reason.BUSY && standing.lock.news;
        return new Verdict(false, 0, retry, 0, 0, retry, new Consequence(reason, news));
    }

    @Override
    public Verdict apply(Operation operation, Reservation reservation) {
        switch (operation) {
            case FAIL, SUCCEED, ABANDON -> {
                return settle(reservation, operation);
            }
            case RESTORE -> restore(KeptLock.of(reservation));
            default -> {}
        }
        return peek(reservation);
    }

    /**
     * Settles a reservation; one that is not known, or no more, changes nothing.
     *
     * @param reservation what was asked; its id counts
     * @param ending how it ended: {@code FAIL}, {@code SUCCEED}, or as if it had not begun
     * @return what {@link #peek} says of one more attempt
     */
    public Verdict settle(Reservation reservation, Operation ending) {
        LockoutPolicy policy = reservation.policy();
        clock.note();
        PendingAttempt held = standing.inFlight.remove(reservation.id());
        if (held != null) {
            switch (ending) {
                case FAIL -> standing.failed(policy, held, now);
                case SUCCEED -> standing.succeeded(policy, held, now);
                default -> {}
            }
            clock.stamp();
        }
        if (reservation.purpose() == Purpose.ATTEMPT) {
            return peek(reservation);
        }
        return peek(new Reservation(
                policy,
                reservation.counterId(),
                reservation.id(),
                Purpose.ATTEMPT,
                reservation.traits(),
                reservation.label()));
    }

    /**
     * Locks or blocks, unless a lock holds that lasts longer.
     *
     * @param policy the rule
     * @param durationMicros how long, µs; {@link Verdict#NEVER} to block
     * @param reason shown to administrators
     * @param label the key's canonical text, or empty
     */
    public void lock(LockoutPolicy policy, long durationMicros, String reason, String label) {
        standing.lock.begin(now, durationMicros, reason);
        this.label = label.isEmpty() ? this.label : label;
        clock.stamp();
    }

    /**
     * Locks again what another store has lost, and steps have fired as often again, unless a lock holds that lasts longer.
     *
     * @param kept the lock
     */
    public void restore(KeptLock kept) {
        LockoutPolicy policy = kept.place().policy();
        standing.lock.begin(now, kept.leftMicros(), kept.reason());
        if (standing.lock.news) {
            standing.rungs.relevel(policy, now, kept.levels(), standing.lock.end());
            label = kept.label().isEmpty() ? label : kept.label();
            clock.stamp();
        }
    }

    /** Forgets all that has happened; attempts in flight stay, and count when they are settled. */
    public void unlock() {
        standing.clear();
        if (clock.known()) {
            clock.stamp();
        }
    }

    /** Ends locks, blocks and challenges, and forgets no failure: of a counter that strangers share. */
    public void open() {
        standing.lock.clear();
        standing.challenge.clear();
        if (clock.known()) {
            clock.stamp();
        }
    }

    /**
     * How the key stands now.
     *
     * @param policy the rule
     * @return a snapshot
     */
    public LockState state(LockoutPolicy policy) {
        Lock lock = standing.lock;
        boolean locked = lock.holds(now);
        boolean pending = standing.pending(policy, now);
        Phase phase =
                lock.blocks(now) ? Phase.BLOCKED : locked ? Phase.LOCKED : pending ? Phase.CHALLENGED : Phase.OPEN;
        return new LockState(
                phase,
                phase == Phase.LOCKED
                        ? Optional.of(Duration.of(lock.end() - now, ChronoUnit.MICROS))
                        : Optional.empty(),
                standing.rungs.counted(policy, now, phase != Phase.OPEN),
                standing.inFlight.attempts(),
                pending ? standing.challenge.wrong() : 0,
                locked ? lock.reason() : "");
    }

    /**
     * How the key stands now, in full.
     *
     * @param policy the rule
     * @return a snapshot
     */
    public LockDetail look(LockoutPolicy policy) {
        long age = standing.lock.holds(now)
                ? standing.lock.age(now)
                : standing.pending(policy, now) ? standing.challenge.age(now) : 0;
        return new LockDetail(state(policy), age, standing.rungs.levels(policy, now), label);
    }

    /**
     * How long, by the clock, until this equals a lockout never used, if nothing happens before.
     *
     * @param policy the rule
     * @return µs; 0 if it does already
     */
    public long idleMicros(LockoutPolicy policy) {
        long left = standing.end(policy) - now;
        return left > 0 ? left + clock.extraMicros() : 0;
    }

    @Override
    public long idleMicros(Reservation reservation) {
        return idleMicros(reservation.policy());
    }

    @Override
    public boolean isUnused(Reservation reservation) {
        return idleMicros(reservation.policy()) == 0;
    }

    /**
     * The key's canonical text.
     *
     * @return as last given, or empty
     */
    public String label() {
        return label;
    }

    private @Nullable PendingAttempt overdue(LockoutPolicy policy) {
        return standing.inFlight.removeBegunBy(now - policy.settleMicros());
    }
}
