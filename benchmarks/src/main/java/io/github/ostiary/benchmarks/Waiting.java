package io.github.ostiary.benchmarks;

import java.util.concurrent.locks.LockSupport;

/** Waits of programs that ask at a steady rate. */
public final class Waiting {

    private Waiting() {}

    /** Until a time of {@link System#nanoTime}, and not less. */
    public static void until(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
