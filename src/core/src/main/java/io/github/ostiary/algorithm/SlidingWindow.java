package io.github.ostiary.algorithm;

import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counters per precision, aligned with the epoch: at most {@code limit} permits in any window shortened by one
 * precision. Not thread-safe.
 */
public final class SlidingWindow extends ClockedCounter {

    /*
     * Naive: this window's count plus a share of the last one's. Flaw: an estimate; it denies and admits wrongly.
     *
     * Model: the count of each precision in which something was used, oldest first. Used is their sum over the precision
     * that holds now and the window/precision - 1 before it. A permit leaves when its counter does: after a window, or
     * up to one precision earlier.
     *
     * Invariant: starts ascend; at most window/precision counters, whatever the traffic.
     *
     * Worked: limit 3 per 10 s by 2 s, hits at 0, 1 and 3 s: counters 0 (2) and 2 (1). Full until 10 s, when the first
     * counter leaves with both its hits; the other leaves at 12 s.
     *
     * Cost: O(window/precision), 16 bytes per counter.
     */
    private long[] starts = new long[1];
    private long[] counts = new long[1];
    private int size;

    private int live;
    private long used;
    private long current;

    @Override
    void derive(Limit limit) {
        current = now - now % limit.tuning().precisionMicros();
        live = 0;
        while (live < size && starts[live] <= current - limit.rate().windowMicros()) {
            live++;
        }
        used = 0;
        for (int i = live; i < size; i++) {
            used += counts[i];
        }
    }

    @Override
    public long used() {
        return used;
    }

    @Override
    long until(Limit limit, long permits) {
        int index = live;
        long free = counts[index];
        while (free < permits) {
            free += counts[++index];
        }
        long precision = limit.tuning().precisionMicros();
        long leaves = starts[index] + limit.rate().windowMicros();
        return (leaves + precision - 1) / precision * precision - now;
    }

    @Override
    void add(Limit limit, long permits) {
        removeFirst(live);
        if (size == 0 || starts[size - 1] < current) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, size * 2);
                counts = Arrays.copyOf(counts, size * 2);
            }
            starts[size] = current;
            counts[size++] = 0;
        }
        counts[size - 1] += permits;
        used += permits;
    }

    @Override
    void attempt(Limit limit, long permits) {
        long most = Math.max(used, limit.capacity());
        add(limit, permits);
        drop(Math.max(0, used - most));
    }

    @Override
    void drop(long permits) {
        removeFirst(live);
        used -= permits;
        long left = permits;
        int gone = 0;
        while (gone < size && counts[gone] <= left) {
            left -= counts[gone++];
        }
        removeFirst(gone);
        if (left > 0) {
            counts[0] -= left;
        }
    }

    /** Off the counter that it is in. */
    @Override
    void drop(Limit limit, @Nullable Taken own, long permits) {
        long left = permits;
        long start = own == null
                ? 0
                : own.atMicros() - own.atMicros() % limit.tuning().precisionMicros();
        for (int i = live; i < size && own != null; i++) {
            if (starts[i] == start) {
                long back = Math.min(left, counts[i]);
                counts[i] -= back;
                used -= back;
                left -= back;
            }
        }
        drop(left);
    }

    @Override
    long counting(Charge charge, Taken reserved, OpenReservations all) {
        long at = reserved.atMicros();
        long start = at - at % charge.limit().tuning().precisionMicros();
        return start > current - charge.limit().rate().windowMicros() ? charge.permits() : 0;
    }

    /** How many counters are held. */
    int counters() {
        return size;
    }

    private void removeFirst(int gone) {
        if (gone > 0) {
            System.arraycopy(starts, gone, starts, 0, size - gone);
            System.arraycopy(counts, gone, counts, 0, size - gone);
            size -= gone;
        }
        live = 0;
    }
}
