package io.github.ostiary.captcha;

import io.github.ostiary.text.SeededHash;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The counts of what networks did within ten minutes. Those of one place are counted together, which only asks for more. Thread-safe, of
 * constant size.
 */
final class NetworkCounts {

    private static final int NETWORKS = 1 << 12;
    private static final long SLOT_MICROS = 600_000_000;
    private static final int COUNT_BITS = 12;
    private static final int MOST_COUNT = (1 << COUNT_BITS) - 1;

    /** The slot of time and the count in it. */
    private final AtomicIntegerArray counts = new AtomicIntegerArray(NETWORKS);

    private static int place(String network) {
        return SeededHash.of(network) & (NETWORKS - 1);
    }

    private static int slot(long now) {
        return (int) (now / SLOT_MICROS) << COUNT_BITS;
    }

    void add(String network, long now) {
        int slot = slot(now);
        counts.updateAndGet(place(network), known -> {
            int count = (known & ~MOST_COUNT) == slot ? known & MOST_COUNT : 0;
            return slot | Math.min(MOST_COUNT, count + 1);
        });
    }

    int of(String network, long now) {
        int known = counts.get(place(network));
        return (known & ~MOST_COUNT) == slot(now) ? known & MOST_COUNT : 0;
    }
}
