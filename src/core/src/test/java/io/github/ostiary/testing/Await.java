package io.github.ostiary.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The one place where tests wait for something to become true. */
public final class Await {

    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    /** Enough for a machine that does much else, and less than leases and attempts last that nobody ends. */
    private static final long LEAST_BOUND = TimeUnit.SECONDS.toNanos(20);

    private Await() {}

    /**
     * Asks until the answer is yes.
     *
     * @param condition asked at least once; what it throws counts as no
     * @param bound how long at most; 20 s, should it be less
     * @throws AssertionError if the answer is still no; its cause is what was thrown last
     */
    public static void until(Callable<Boolean> condition, Duration bound) {
        long begun = System.nanoTime();
        long bounded = Math.max(LEAST_BOUND, bound.toNanos());
        long passed;
        Exception last = null;
        do {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            passed = System.nanoTime() - begun;
            // What has taken long is asked less often: many questions are pages that are drawn.
            LockSupport.parkNanos(Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, passed / 50)));
        } while (passed < bounded);
        throw new AssertionError("not true within " + Duration.ofNanos(bounded), last);
    }
}
