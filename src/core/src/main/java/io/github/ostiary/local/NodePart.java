package io.github.ostiary.local;

import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A part of one limit that this node has taken ahead, or may have. Thread-safe; one caller at a time asks for more. */
final class NodePart {

    /*
     * Two sums that only grow: `taken`, the permits that were ever used or returned, and `issued`, up to which there are any.
     * A caller takes by moving `taken`; an answer moves `issued`, to what was taken when it was asked for and the balance that
     * the store had then. So what was taken while the answer was on its way is not given out again, whatever became of
     * earlier answers.
     *
     * The part ends a second after it was asked for. Nothing is used of it any more, and the store hears what was, and that all
     * else is returned. It waits two seconds longer than that: what it has not heard by then it must take for used.
     *
     * One caller asks for more while an eighth is left, of the permits or of the time; a denial says that there is no more, and
     * the rest is used up first.
     */
    static final long LIFE_MICROS = 1_000_000;

    /** The time after the end in which the store waits for what comes back. */
    static final long RETURN_MICROS = 2_000_000;

    /** More than was ever taken: whatever the store has of this part is returned, known here or not. */
    static final long ALL = 1_000_000_000_000_000L;

    private static final int RESERVE = 8;

    final Charge charge;
    final String holder;
    private final long life;
    private final AtomicLong taken = new AtomicLong();

    private volatile long issued;
    private volatile long until = Long.MIN_VALUE;
    private volatile boolean asking;

    /** The permits that the store has left beside. */
    private volatile long rest;

    /** Until when no caller asks for more. */
    private volatile long patientUntil = Long.MIN_VALUE;

    private volatile long takenThen;

    private long returned;
    private long confirmed;

    /** Whether nothing is used, asked for or granted any more. */
    private boolean ended;

    /** Until when the store waits for what comes back. */
    private long outUntil = Long.MIN_VALUE;

    /** Whether an answer was lost: it may have granted something. */
    private boolean unanswered;

    NodePart(Charge charge, String holder) {
        this.charge = charge;
        this.holder = holder;
        this.life = Math.min(LIFE_MICROS, charge.limit().rate().windowMicros());
    }

    Limit limit() {
        return charge.limit();
    }

    boolean covers(long permits, long now) {
        return now < until && covers(taken.get() + permits, now, issued);
    }

    private boolean covers(long after, long now, long most) {
        if (after > most) {
            return false;
        }
        boolean enough = (most - after) * RESERVE >= most - takenThen && (until - now) * RESERVE >= life;
        return enough || now < patientUntil || asking;
    }

    boolean isAlive(long now) {
        return now < until;
    }

    long left(long now) {
        return now < until ? Math.max(0, issued - taken.get()) : 0;
    }

    @Nullable
    Verdict admit(long permits, long now) {
        long end = until;
        if (now >= end) {
            return null;
        }
        while (true) {
            long before = taken.get();
            long most = issued;
            if (!covers(before + permits, now, most)) {
                return null;
            }
            if (taken.compareAndSet(before, before + permits)) {
                long remaining = rest + most - before - permits;
                long window = limit().rate().windowMicros();
                return new Verdict(true, remaining, 0, end - now + window, remaining, window);
            }
        }
    }

    /** How many were ever used. */
    synchronized long used() {
        return taken.get() - returned;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** The charge as the store is to be asked for so many; as it is while another caller asks, or after the end. */
    synchronized Charge ask(Charge asked, long wanted, long now) {
        if (asking || ended) {
            return asked;
        }
        asking = true;
        giveBack(wanted);
        takenThen = taken.get();
        outUntil = now + life + RETURN_MICROS;
        return asked.with(said(returned, wanted));
    }

    private Ahead said(long gone, long wanted) {
        long used = taken.get() - returned;
        return new Ahead(holder, used, gone, wanted, life + RETURN_MICROS, used - confirmed);
    }

    private void giveBack(long kept) {
        while (true) {
            long before = taken.get();
            long excess = issued - before - kept;
            if (excess <= 0) {
                return;
            }
            if (taken.compareAndSet(before, before + excess)) {
                returned += excess;
                return;
            }
        }
    }

    synchronized void heard(Ahead asked, @Nullable Verdict said, boolean committed, long sent) {
        asking = false;
        unanswered |= said == null;
        if (said == null) {
            return;
        }
        confirmed = Math.max(confirmed, asked.used());
        if (said.consequence().ahead() == 0 && !unanswered) {
            outUntil = Long.MIN_VALUE;
        }
        if (ended) {
            return;
        }
        if (committed) {
            rest = said.remaining();
            issued = asked.used() + asked.returned() + said.consequence().ahead();
            until = sent + life;
        }
        if (!committed || rest == 0) {
            patientUntil = until;
        }
    }

    /** Whether its time is over, or it was ended before. */
    synchronized boolean isOver(long now) {
        return ended || (!asking && now >= until);
    }

    /** Ends it for good; what the store has to hear of it. */
    synchronized Charge end() {
        ended = true;
        giveBack(0);
        until = Long.MIN_VALUE;
        return charge.with(said(ALL, 0));
    }

    /** Whether a question that was not answered may reach the store later than the end. */
    synchronized boolean mayBeGranted(long now) {
        return now < outUntil && (asking || unanswered);
    }

    synchronized boolean mayComeBack(long now) {
        return now < outUntil;
    }

    /** Ends it if the store has nothing of it any more: all was used, or is taken for used by now. */
    synchronized boolean endsAsNothing(long now) {
        if (now < outUntil) {
            return false;
        }
        var unused = end();
        return true;
    }
}
