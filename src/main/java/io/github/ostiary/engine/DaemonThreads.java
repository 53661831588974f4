package io.github.ostiary.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.ostiary.text.DaemonThread;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/** The threads of a guard: they keep neither the JVM nor, by its class loader, the application that happened to start them. */
public final class DaemonThreads {

    private DaemonThreads() {}

    /**
     * Ends an executor: what waits is still done if that does not take long, but for what is to be done later.
     *
     * @param millis how long it may take
     * @return how many tasks were left undone
     */
    static int finish(ThreadPoolExecutor threads, long millis) {
        if (threads instanceof ScheduledThreadPoolExecutor scheduled) {
            scheduled.getQueue().removeIf(task -> task instanceof Delayed later && later.getDelay(MILLISECONDS) > 0);
        }
        threads.shutdown();
        try {
            if (threads.awaitTermination(millis, MILLISECONDS)) {
                return 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.shutdownNow().size();
    }

    /**
     * Makes threads that are all called alike.
     *
     * @param name what each is called
     * @return thread-safe
     */
    public static ThreadFactory named(String name) {
        return task -> {
            return DaemonThread.of(task, name);
        };
    }
}
