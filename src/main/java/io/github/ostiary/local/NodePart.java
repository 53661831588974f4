package io.github.ostiary.local;

import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The permits that this node has taken ahead of one counter, and how hot that is. Thread-safe; one caller at a time asks for more. */
final class NodePart {

    /*
     * Two sums that only grow: `taken`, the permits that were ever used or returned, and `issued`, up to which there are any.
     * A caller takes by moving `taken`; an answer moves `issued`, to what was taken when it was asked for and the balance that
     * the store had then. So what was taken while the answer was on its way is not given out again, whatever became of
     * earlier answers.
     *
     * The end counts from when the question was sent: the store's own end, counted from when it decided, is never earlier.
     *
     * How much is wanted is what was asked of the counter here lately, for as long as it lives. One caller asks for more while
     * an eighth is left, of the permits or of the time; a denial says that there is no more, and the rest is used up first.
     */
    static final long LIFE_MICROS = 1_000_000;

    /** So many calls to the store within a second are worth fewer of them. */
    private static final int HOT = 10;

    private static final int RESERVE = 8;
    private static final long SHORTEST_MICROS = 1_000;

    final Limit limit;
    final String holder;
    private final long life;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicBoolean asking = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();

    private volatile long issued;
    private volatile long until;

    /** What the store has left beside. */
    private volatile long rest;

    /** Until when no caller asks for more. */
    private volatile long patientUntil;

    /** Since when calls are counted, and what was taken then. */
    private volatile long since;

    private volatile long takenThen;

    /** For the caller that asks. */
    private long returned;

    private long confirmed;

    NodePart(Limit limit, String holder, long now) {
        this.limit = limit;
        this.holder = holder;
        this.life = Math.min(LIFE_MICROS, limit.rate().windowMicros());
        this.since = now;
        this.until = now;
        this.patientUntil = now;
    }

    boolean covers(long permits, long now) {
        return now < until && covers(taken.get() + permits, now, issued);
    }

    private boolean covers(long after, long now, long most) {
        if (after > most) {
            return false;
        }
        boolean enough = (most - after) * RESERVE >= most - takenThen && (until - now) * RESERVE >= life;
        return enough || now < patientUntil || asking.get();
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
                long window = limit.rate().windowMicros();
                return new Verdict(true, remaining, 0, end - now + window, remaining, window);
            }
        }
    }

    /** The charge as the store is to be asked. */
    Charge asking(Charge charge, long now) {
        int asked = calls.incrementAndGet();
        boolean alive = now < until;
        long elapsed = now - since;
        if (!alive && elapsed >= LIFE_MICROS) {
            restart(now);
            return charge;
        }
        if (asking.get() || (!alive && asked < HOT)) {
            return charge;
        }
        long demand = taken.get() - takenThen + asked;
        long wanted = Math.min(limit.tuning().ahead(), demand * life / Math.max(SHORTEST_MICROS, elapsed));
        return (alive || wanted >= HOT) && asking.compareAndSet(false, true) ? ask(charge, wanted, alive, now) : charge;
    }

    private void restart(long now) {
        calls.set(1);
        takenThen = taken.get();
        since = now;
    }

    private Charge ask(Charge charge, long wanted, boolean alive, long now) {
        if (alive) {
            giveBack(wanted);
        }
        calls.set(0);
        takenThen = taken.get();
        since = now;
        long used = takenThen - returned;
        return charge.with(new Ahead(holder, used, returned, wanted, life, used - confirmed));
    }

    private void giveBack(long wanted) {
        while (true) {
            long before = taken.get();
            long excess = issued - before - wanted;
            if (excess <= 0) {
                return;
            }
            if (taken.compareAndSet(before, before + excess)) {
                returned += excess;
                return;
            }
        }
    }

    void heard(Ahead asked, @Nullable Verdict said, boolean committed, long sent) {
        if (said != null) {
            confirmed = asked.used();
            if (committed) {
                rest = said.remaining();
                issued = asked.used() + asked.returned() + said.consequence().ahead();
                until = sent + life;
            } else {
                patientUntil = until;
            }
        }
        asking.set(false);
    }
}
