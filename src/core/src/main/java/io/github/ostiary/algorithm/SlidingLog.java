package io.github.ostiary.algorithm;

import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import org.jspecify.annotations.Nullable;

/** A counter that admits at most {@code limit} permits in <em>any</em> window, exactly. Not thread-safe. */
public final class SlidingLog extends WeightLog implements LimitCounter {

    /*
     * Naive: a counter per clock minute. Flaw: twice the limit passes around each full minute.
     *
     * Model: a log of admitted actions, oldest first, see WeightLog.
     *
     * Invariant: an entry aged exactly the window has left; the weight of the live entries is <= limit
     * after every take. Entries are dropped on writing only, so asking changes nothing but a stepped clock.
     *
     * Worked: limit 2 per 4 s, hits at 0 s and 1 s. At 2 s: used 2, denied; the entry of 0 s leaves at 4 s, so retry
     * is 2 s and reset (newest + window) 3 s. At exactly 4 s the next one passes.
     *
     * What nodes have taken ahead is not in the log yet, and counts as used: see AheadBook.
     * Cost: O(log n) per decision, 10 bytes per entry, at most limit + 1 entries.
     */
    private int live;

    /** Mostly there is none. */
    private @Nullable AheadBook ahead;

    /** The use that the charge which is asked newly reports. */
    private int reported;

    /** Mostly nothing is reserved. */
    private @Nullable OpenReservations reservations;

    /** The reservation that is asked for, if it was granted before. */
    private @Nullable Taken taken;

    @Override
    public Verdict decide(Charge charge, long micros, boolean mayAdmit) {
        advance(charge, micros);
        boolean passes = passes(charge, 0);
        return passes && mayAdmit ? take(charge) : leave(charge, passes);
    }

    @Override
    public void advance(Charge charge, long micros) {
        read(micros);
        reported = 0;
        live = live(charge.limit());
        if (ahead != null || charge.ahead() != null) {
            account(charge, micros);
        }
        taken = reservations == null ? null : reservations.find(charge.id(), now);
    }

    private int live(Limit limit) {
        return spent() ? size() : firstLive(now - limit.rate().windowMicros() + 1);
    }

    /** Logs what was taken ahead until a time that is over, and takes note of what a node reports. */
    private void account(Charge charge, long micros) {
        AheadBook book = book();
        while (!book.isEmpty() && book.firstEnd() <= now) {
            long end = book.firstEnd();
            long left = book.removeFirst();
            if (left > 0) {
                if (spent()) {
                    dropExpired();
                }
                stampAt(end, micros);
                append(left, charge.limit().rate().permits());
                live = live(charge.limit());
            }
        }
        Ahead said = charge.ahead();
        if (said != null) {
            reported = (int) book.report(said);
        }
    }

    private AheadBook book() {
        AheadBook book = ahead == null ? new AheadBook() : ahead;
        ahead = book;
        return book;
    }

    /** The index of the first live entry: mostly the first, since what has expired leaves with the next write. */
    private int firstLive(long since) {
        if (size() == 0 || timeAt(0) >= since) {
            return 0;
        }
        return size() == 1 || timeAt(1) >= since ? 1 : firstSince(since);
    }

    @Override
    public boolean passes(Charge charge, long askedBefore) {
        Limit limit = charge.limit();
        return taken != null
                || (charge.permits() + askedBefore <= limit.rate().permits() - used() && intervalLeft(limit) == 0);
    }

    @Override
    public Verdict take(Charge charge) {
        if (taken != null || charge.onlyLooks()) {
            return leave(charge, true);
        }
        if (charge.isHeld()) {
            reservations = OpenReservations.with(reservations, charge.id(), now, 0);
        }
        Limit limit = charge.limit();
        push(limit, charge.permits() + reported);
        reported = 0;
        Ahead said = charge.ahead();
        if (said != null) {
            book().grant(said, now, limit.rate().permits() - used());
        }
        long remaining = Math.max(0, limit.rate().permits() - used());
        boolean paced = limit.minIntervalMicros() > 0;
        return answer(
                charge,
                new Verdict(
                        true,
                        remaining,
                        0,
                        untilFull(limit),
                        paced ? 0 : remaining,
                        paced ? limit.minIntervalMicros() : untilChange(limit)));
    }

    /** A charge that says what its node has ahead is answered how much that is. */
    private Verdict answer(Charge charge, Verdict verdict) {
        Ahead said = charge.ahead();
        return said == null ? verdict : verdict.withAhead(book().held(said));
    }

    @Override
    public Verdict leave(Charge charge, boolean passed) {
        if (charge.limit().countDenied() && taken == null) {
            return note(charge.limit(), charge.permits(), passed);
        }
        if (reported > 0) {
            push(charge.limit(), reported);
            reported = 0;
        }
        note();
        return answer(charge, peek(charge));
    }

    /** Says how things stand; what was granted before passes again, and takes nothing. */
    @Override
    public Verdict peek(Charge charge) {
        Verdict said = peek(charge.limit(), charge.permits());
        return taken == null ? said : said.granted();
    }

    @Override
    public Verdict peek(Limit limit, long permits) {
        long used = used();
        long remaining = Math.max(0, limit.rate().permits() - used);
        long interval = intervalLeft(limit);
        boolean fits = permits <= remaining;
        long retry = fits ? interval : Math.max(interval, untilRoom(limit, used, permits));
        return new Verdict(
                fits && interval == 0,
                remaining,
                retry,
                untilFull(limit),
                interval > 0 ? 0 : remaining,
                interval > 0 ? interval : untilChange(limit));
    }

    private long untilFull(Limit limit) {
        if (out() > 0) {
            return book().lastEnd() + limit.rate().windowMicros() - now;
        }
        return live < size() ? newest() + limit.rate().windowMicros() - now : 0;
    }

    private long untilChange(Limit limit) {
        long release = live < size() ? untilRelease(limit, live) : Verdict.NEVER;
        boolean soon = out() > 0 && (release == Verdict.NEVER || release > AheadBook.SOON_MICROS);
        return soon ? AheadBook.SOON_MICROS : release;
    }

    /** Counts an attempt that was denied; never to more than the full limit, since that changes no decision. */
    private Verdict note(Limit limit, long permits, boolean passed) {
        long capacity = limit.rate().permits();
        long most = Math.max(used(), capacity);
        push(limit, Math.min(permits, capacity));
        if (used() > most) {
            forget(used() - most);
        }
        Verdict after = peek(limit, permits);
        return passed ? after.granted() : after;
    }

    @Override
    public void charge(Limit limit, long permits) {
        note();
        long room = Math.min(2 * limit.rate().permits(), limit.algorithm().maxPermits()) - used();
        if (room > 0) {
            push(limit, Math.min(permits, room));
        }
    }

    @Override
    public void credit(Limit limit, long permits) {
        forgetOldest(permits);
    }

    /** It is among the used permits until it would have left. */
    @Override
    public void settle(Charge charge, long cost) {
        Taken reserved = taken;
        if (reservations == null || reserved == null) {
            note();
            return;
        }
        taken = null;
        reservations.close(charge.id());
        Limit limit = charge.limit();
        long more = cost - charge.permits();
        if (more > 0) {
            charge(limit, more);
        } else if (reserved.atMicros() > now - limit.rate().windowMicros()) {
            forgetOldest(takeOff(reserved.atMicros(), -more));
        } else {
            note();
        }
    }

    @Override
    public boolean reset() {
        if (out() == 0) {
            return false;
        }
        reservations = null;
        forgetOldest(logged());
        return true;
    }

    private void forgetOldest(long permits) {
        note();
        if (logged() > 0 && permits > 0) {
            dropExpired();
            forget(Math.min(permits, logged()));
        }
    }

    @Override
    public long used() {
        return logged() + reported + out();
    }

    /** The permits that nodes have ahead. */
    private long out() {
        return ahead == null ? 0 : ahead.left();
    }

    private long logged() {
        return weightBehind(live);
    }

    /** The time without use; what was given back wholly tells only when it was, and how far a clock was stepped. */
    @Override
    public long idleMicros(Charge charge) {
        long longer = out() > 0 ? book().lastEnd() - now : 0;
        return spent() && longer == 0 && charge.limit().minIntervalMicros() == 0
                ? 0
                : charge.idleMicros() + longer + extraMicros();
    }

    @Override
    public long life(Charge charge) {
        return OpenReservations.life(size() > 0, idleMicros(charge), reservations);
    }

    private void push(Limit limit, long permits) {
        stamp();
        dropExpired();
        append(permits, limit.rate().permits());
    }

    private void dropExpired() {
        if (live > 0) {
            dropFirst(live);
            live = 0;
        }
    }

    /** Takes the oldest weight off; the newest entry's time stays, for intervals and stepped clocks. */
    private void forget(long permits) {
        dropWeight(permits);
        live = spent() ? size() : 0;
    }

    /** Whether everything was given back: the newest entry then only keeps the time. */
    private boolean spent() {
        return size() > 0 && weightBehind(0) == 0;
    }

    private long intervalLeft(Limit limit) {
        return size() == 0 ? 0 : Math.max(0, newest() + limit.minIntervalMicros() - now);
    }

    /** The time until there is room; what nodes have ahead is back at its end, unless it is used. */
    private long untilRoom(Limit limit, long used, long permits) {
        if (permits > limit.rate().permits()) {
            return Verdict.NEVER;
        }
        long needed = used + permits - limit.rate().permits();
        long out = out();
        if (out == 0) {
            return untilLeft(limit, needed);
        }
        long back = Math.max(book().lastEnd() - now, needed > out ? untilLeft(limit, needed - out) : 0);
        return needed <= logged() ? Math.min(back, untilLeft(limit, needed)) : back;
    }

    /** Until so many of the logged ones have left. */
    private long untilLeft(Limit limit, long permits) {
        return untilRelease(limit, firstHeavierThan(weightOf(live) + permits - 1));
    }

    private long untilRelease(Limit limit, int index) {
        return timeAt(index) + limit.rate().windowMicros() - now;
    }
}
