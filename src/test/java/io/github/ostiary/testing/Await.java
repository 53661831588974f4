package io.github.ostiary.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The one place where tests wait for something to become true. */
public final class Await {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

    private Await() {}

    /**
     * Asks until the answer is yes.
     *
     * @param condition asked at least once; what it throws counts as no
     * @param bound how long at most
     * @throws AssertionError if the answer is still no; its cause is what was thrown last
     */
    public static void until(Callable<Boolean> condition, Duration bound) {
        long deadline = System.nanoTime() + bound.toNanos();
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
            LockSupport.parkNanos(PAUSE);
        } while (System.nanoTime() < deadline);
        throw new AssertionError("not true within " + bound, last);
    }
}
