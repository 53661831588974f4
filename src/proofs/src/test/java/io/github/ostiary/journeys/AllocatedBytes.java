package io.github.ostiary.journeys;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a thread allocates. */
final class AllocatedBytes {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long NANOS = 3_000_000_000L;
    private static final int ROUNDS = 40;

    /** The first one also loads and links classes. */
    private static final int LEAST_ROUNDS = 3;

    private static final int RUNS = 1_000;

    private AllocatedBytes() {}

    /** For one run of a task, once it is compiled: the least mean of forty rounds, or of what three seconds have room for, three at least. */
    static long of(Runnable task) {
        long least = Long.MAX_VALUE;
        long end = System.nanoTime() + NANOS;
        for (int round = 0; round < ROUNDS && (round < LEAST_ROUNDS || System.nanoTime() < end); round++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int run = 0; run < RUNS; run++) {
                task.run();
            }
            long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = Math.min(least, (after - before) / RUNS);
        }
        return least;
    }
}
