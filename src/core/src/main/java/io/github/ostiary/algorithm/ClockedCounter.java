package io.github.ostiary.algorithm;

import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import org.jspecify.annotations.Nullable;

/** The common part of all algorithms of constant size: a clock that may be stepped, intervals, and what a verdict says. */
abstract class ClockedCounter extends KeyClock implements LimitCounter {

    /*
     * An algorithm is what is used at a time, and how long until so many permits of that are free again; retry, reset
     * and change are that question asked with three figures. What is stored stays as of the last commit: asking derives
     * from it and stores nothing, so no rounding ever adds up.
     */

    private long mayWait;
    private boolean acted;

    /** Whether all that was used has been given back, and nothing was done since. */
    private boolean spent;

    /** Mostly nothing is reserved. */
    private @Nullable OpenReservations reservations;

    /** The reservation that is asked for, if it was granted before. */
    private @Nullable Taken taken;

    /** How long the window lasts that the calendar says, µs; 0 where it says none. */
    long windowMicros() {
        return 0;
    }

    /** Derives the figures at {@link #now}; stores nothing. */
    abstract void derive(Limit limit);

    /** How long until so many permits, 1 to {@link #used}, are free again, µs. */
    abstract long until(Limit limit, long permits);

    /** Uses permits and stores the figures. */
    abstract void add(Limit limit, long permits);

    /** Uses permits up to the full limit, of which only the newest are kept. */
    abstract void attempt(Limit limit, long permits);

    /** Frees permits, at most {@link #used}, oldest first. */
    abstract void drop(long permits);

    @Override
    public final Verdict decide(Charge charge, long micros, boolean mayAdmit) {
        advance(charge, micros);
        boolean passes = passes(charge, 0);
        return passes && mayAdmit ? take(charge) : leave(charge, passes);
    }

    @Override
    public final void advance(Charge charge, long micros) {
        mayWait = charge.waitMicros();
        read(micros);
        derive(charge.limit());
        taken = reservations == null ? null : reservations.find(charge.id(), now);
    }

    @Override
    public final boolean passes(Charge charge, long askedBefore) {
        return taken != null || passes(charge.limit(), charge.permits() + askedBefore);
    }

    private boolean passes(Limit limit, long permits) {
        long lacking = permits - (limit.capacity() - used());
        return intervalLeft(limit) == 0 && (lacking <= 0 || awaits(limit, permits, lacking));
    }

    private boolean awaits(Limit limit, long permits, long lacking) {
        return mayWait > 0 && permits <= limit.capacity() && until(limit, lacking) <= mayWait;
    }

    @Override
    public final Verdict take(Charge charge) {
        if (taken != null || charge.onlyLooks()) {
            return leave(charge, true);
        }
        if (charge.isHeld()) {
            reservations = OpenReservations.with(reservations, charge.id(), now, used());
        }
        add(charge.limit(), charge.permits());
        stamp(true);
        return stand(charge.limit(), 0, true);
    }

    @Override
    public final Verdict leave(Charge charge, boolean passed) {
        Limit limit = charge.limit();
        if (limit.countDenied() && taken == null) {
            return note(limit, charge.permits(), passed);
        }
        note();
        if (!known() && limit.fillsFromFirstUse()) {
            add(limit, 0);
            stamp(false);
        }
        return peek(charge);
    }

    /** Says how things stand; what was granted before passes again, and takes nothing. */
    @Override
    public final Verdict peek(Charge charge) {
        Verdict said = peek(charge.limit(), charge.permits());
        return taken == null ? said : said.granted();
    }

    @Override
    public final Verdict peek(Limit limit, long permits) {
        return stand(limit, permits, passes(limit, permits));
    }

    /** Counts an attempt that was denied; never to more than the full limit, since that changes no decision. */
    private Verdict note(Limit limit, long permits, boolean passed) {
        attempt(limit, Math.min(permits, limit.capacity()));
        stamp(true);
        return stand(limit, passed ? 0 : permits, passed);
    }

    @Override
    public final void charge(Limit limit, long permits) {
        long room = 2 * limit.capacity() - used();
        note();
        if (room > 0) {
            add(limit, Math.min(permits, room));
            stamp(true);
        }
    }

    @Override
    public final void credit(Limit limit, long permits) {
        give(limit, permits, permits, null);
    }

    private void give(Limit limit, long permits, long lowered, @Nullable Taken own) {
        note();
        if (reservations != null) {
            reservations.lowered(lowered);
        }
        if (permits > 0 && known() && used() > 0) {
            drop(limit, own, Math.min(permits, used()));
        }
        spent = used() == 0 && limit.minIntervalMicros() == 0;
    }

    @Override
    public final void settle(Charge charge, long cost) {
        Taken reserved = taken;
        if (reservations == null || reserved == null) {
            note();
            return;
        }
        long still = counting(charge, reserved, reservations);
        taken = null;
        reservations.close(charge.id());
        long more = cost - charge.permits();
        if (more < 0) {
            give(charge.limit(), Math.min(-more, still), -more, reserved);
        } else if (more > 0 && belongs(reserved)) {
            charge(charge.limit(), more);
        } else {
            note();
        }
    }

    /** Frees permits, of a reservation where it was taken. */
    void drop(Limit limit, @Nullable Taken own, long permits) {
        drop(permits);
    }

    /** How much of a reservation is among the used permits still. */
    abstract long counting(Charge charge, Taken reserved, OpenReservations all);

    /** Whether what a reservation's call has cost beside is used now. */
    boolean belongs(Taken reserved) {
        return true;
    }

    /** The time without use; what was given back wholly tells nothing more, bar how far a clock was stepped. */
    @Override
    public final long idleMicros(Charge charge) {
        return spent ? 0 : charge.idleMicros() + extraMicros();
    }

    @Override
    public final long life(Charge charge) {
        return OpenReservations.life(known(), idleMicros(charge), reservations);
    }

    private void stamp(boolean action) {
        acted = action;
        spent = false;
        stamp();
    }

    /** The verdict on permits that are not yet among the used ones. */
    private Verdict stand(Limit limit, long permits, boolean passed) {
        long used = used();
        long free = limit.capacity() - used;
        long interval = intervalLeft(limit);
        long next = Math.max(1, 1 - free);
        long untilNext = used > 0 ? until(limit, next) : 0;
        long lacking = permits - free;
        long untilRoom =
                lacking <= 0 || permits > limit.capacity() ? 0 : lacking == next ? untilNext : until(limit, lacking);
        Verdict said = new Verdict(
                passed,
                Math.max(0, free),
                permits > limit.capacity()
                        ? Verdict.NEVER
                        : passed ? untilRoom : Math.max(interval, untilRoom - mayWait),
                used == next ? untilNext : used > 0 ? until(limit, used) : 0,
                interval > 0 ? 0 : Math.max(0, free),
                interval > 0 ? interval : used > 0 ? untilNext : Verdict.NEVER);
        if (windowMicros() > 0) {
            return said.withWindow(windowMicros());
        }
        return mayWait > 0 ? said.withTaken(clockMicros) : said;
    }

    private long intervalLeft(Limit limit) {
        return acted ? Math.max(0, newest() + limit.minIntervalMicros() - now) : 0;
    }
}
