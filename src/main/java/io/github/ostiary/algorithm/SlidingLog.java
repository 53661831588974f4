package io.github.ostiary.algorithm;

import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import java.util.Arrays;

/** At most {@code limit} permits in <em>any</em> window, exactly. Not thread-safe. */
public final class SlidingLog implements LimitCounter {

    /*
     * Naive: a counter per clock minute. Flaw: twice the limit passes around each full minute.
     *
     * Model: a log of admitted actions, oldest first. Each entry holds its time and the running total of weights up to
     * and including itself, so that what is used in any window is a difference of two totals, and both "which entries
     * are live" and "when is there room again" are binary searches: times and totals only ever grow.
     *
     * Invariant: an entry aged exactly the window has left; totals[last] - (total before the first live entry) <= limit
     * after every take. Entries are dropped on writing only, so asking changes nothing but a stepped clock.
     *
     * Worked: limit 2 per 4 s, hits at 0 s and 1 s. At 2 s: used 2, denied; the entry of 0 s leaves at 4 s, so retry
     * is 2 s and reset (newest + window) 3 s. At exactly 4 s the next one passes.
     *
     * Cost: O(log n) per decision, 16 bytes per entry, at most limit + 1 entries.
     */
    private final KeyClock clock = new KeyClock();
    private long[] times = new long[4];
    private long[] totals = new long[4];
    private int head;
    private int size;
    private long base;

    private long now;
    private int live;

    @Override
    public void advance(Charge charge, long micros) {
        now = clock.read(micros);
        live = spent() ? size : firstLive(now - charge.limit().rate().windowMicros() + 1);
    }

    /** What has expired leaves with the next write, so that the first entry is live more often than not. */
    private int firstLive(long since) {
        if (size == 0 || times[head] >= since) {
            return 0;
        }
        return size == 1 || times[slot(1)] >= since ? 1 : firstIndex(times, since);
    }

    @Override
    public boolean isUnused(Charge charge) {
        return size == 0;
    }

    @Override
    public boolean passes(Charge charge, long askedBefore) {
        Limit limit = charge.limit();
        return charge.permits() + askedBefore <= limit.rate().permits() - used() && intervalLeft(limit) == 0;
    }

    @Override
    public Verdict take(Charge charge) {
        Limit limit = charge.limit();
        push(charge.permits());
        long remaining = Math.max(0, limit.rate().permits() - used());
        boolean paced = limit.minIntervalMicros() > 0;
        return new Verdict(
                true,
                remaining,
                0,
                limit.rate().windowMicros(),
                paced ? 0 : remaining,
                paced ? limit.minIntervalMicros() : untilRelease(limit, live));
    }

    @Override
    public Verdict leave(Charge charge, boolean passed) {
        if (charge.limit().countDenied()) {
            return note(charge.limit(), charge.permits(), passed);
        }
        clock.note();
        return peek(charge.limit(), charge.permits());
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
                live < size ? newest() + limit.rate().windowMicros() - now : 0,
                interval > 0 ? 0 : remaining,
                interval > 0 ? interval : live < size ? untilRelease(limit, live) : Verdict.NEVER);
    }

    /** Counts an attempt that was denied; never to more than the full limit, since that changes no decision. */
    private Verdict note(Limit limit, long permits, boolean passed) {
        long capacity = limit.rate().permits();
        long most = Math.max(used(), capacity);
        push(Math.min(permits, capacity));
        if (used() > most) {
            forget(used() - most);
        }
        Verdict after = peek(limit, permits);
        return new Verdict(
                passed,
                after.remaining(),
                passed ? 0 : after.retryMicros(),
                after.resetMicros(),
                after.admissible(),
                after.changeMicros());
    }

    @Override
    public void charge(Limit limit, long permits) {
        clock.note();
        long room = Math.min(2 * limit.rate().permits(), limit.algorithm().maxPermits()) - used();
        if (room > 0) {
            push(Math.min(permits, room));
        }
    }

    @Override
    public void credit(Limit limit, long permits) {
        clock.note();
        if (used() > 0) {
            dropExpired();
            forget(Math.min(permits, used()));
        }
    }

    @Override
    public long used() {
        return size == 0 ? 0 : totalAt(size - 1) - (live == 0 ? base : totalAt(live - 1));
    }

    /** What was given back wholly tells nothing more, bar when it was, and how far a clock was stepped. */
    @Override
    public long idleMicros(Charge charge) {
        return spent() && charge.limit().minIntervalMicros() == 0 ? 0 : charge.idleMicros() + clock.extraMicros();
    }

    private void push(long permits) {
        clock.stamp();
        long total = (size == 0 ? base : totalAt(size - 1)) + permits;
        dropExpired();
        if (size == times.length) {
            grow();
        }
        int slot = slot(size++);
        times[slot] = now;
        totals[slot] = total;
    }

    private void dropExpired() {
        if (live > 0) {
            base = totalAt(live - 1);
            head = slot(live);
            size -= live;
            live = 0;
        }
    }

    /** Takes the oldest weight off; the newest entry's time stays, for intervals and stepped clocks. */
    private void forget(long permits) {
        base += permits;
        int covered = Math.min(firstIndex(totals, base + 1), size - 1);
        if (covered > 0) {
            head = slot(covered);
            size -= covered;
        }
        live = spent() ? size : 0;
    }

    /** Whether everything was given back: the newest entry then only keeps the time. */
    private boolean spent() {
        return size > 0 && totalAt(size - 1) == base;
    }

    private void grow() {
        int capacity = times.length;
        long[] biggerTimes = Arrays.copyOf(times, capacity * 2);
        long[] biggerTotals = Arrays.copyOf(totals, capacity * 2);
        for (int i = 0; i < size; i++) {
            biggerTimes[i] = times[slot(i)];
            biggerTotals[i] = totals[slot(i)];
        }
        times = biggerTimes;
        totals = biggerTotals;
        head = 0;
    }

    private long intervalLeft(Limit limit) {
        return size == 0 ? 0 : Math.max(0, newest() + limit.minIntervalMicros() - now);
    }

    private long untilRoom(Limit limit, long used, long permits) {
        if (permits > limit.rate().permits()) {
            return Verdict.NEVER;
        }
        long before = live == 0 ? base : totalAt(live - 1);
        long needed = used + permits - limit.rate().permits();
        return untilRelease(limit, firstIndex(totals, before + needed));
    }

    private long untilRelease(Limit limit, int index) {
        return times[slot(index)] + limit.rate().windowMicros() - now;
    }

    /** The first index whose value is at least the given one; values never fall from index to index. */
    private int firstIndex(long[] values, long atLeast) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[slot(middle)] < atLeast) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long newest() {
        return times[slot(size - 1)];
    }

    private long totalAt(int index) {
        return totals[slot(index)];
    }

    private int slot(int index) {
        return head + index & times.length - 1;
    }
}
