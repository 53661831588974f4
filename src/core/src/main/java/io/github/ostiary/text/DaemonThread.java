package io.github.ostiary.text;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A thread of a guard: it keeps neither the JVM nor, by its class loader, the application that happened to start it, and its
 * log lines name that application.
 */
public final class DaemonThread {

    /** How long what is under way is waited for, when no more is taken. */
    private static final long UNDER_WAY_MILLIS = 1_000;

    private DaemonThread() {}

    /**
     * Makes one that is not started.
     *
     * @param task what it does
     * @param name what it is called
     * @return for the application that the current thread works for
     */
    public static Thread of(Runnable task, String name) {
        String application = Log.application();
        Runnable named = () -> {
            Log.carry(application);
            task.run();
        };
        Thread thread = new Thread(application.isEmpty() ? task : named, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Ends an executor: what waits is still done if that does not take long.
     *
     * @param threads take nothing from now on
     * @param millis how long it may take
     * @return how many tasks were left undone
     */
    public static int finish(ExecutorService threads, long millis) {
        threads.shutdown();
        if (haveEnded(threads, millis)) {
            return 0;
        }
        int undone = threads.shutdownNow().size();
        boolean unused = haveEnded(threads, UNDER_WAY_MILLIS); // what is under way is neither done nor undone
        return undone;
    }

    private static boolean haveEnded(ExecutorService threads, long millis) {
        try {
            return threads.awaitTermination(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
