package io.github.ostiary.redis;

import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Log;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The work that no request should wait for, done one after the other by a thread that ends when there is none. Thread-safe. */
final class Chores implements AutoCloseable {

    private static final System.Logger LOG = Log.of(Chores.class);
    private static final int WAITING = 10_000;

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Chores::thread, new ThreadPoolExecutor.DiscardPolicy());

    Chores() {
        thread.setKeepAliveTime(1, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private static Thread thread(Runnable task) {
        return DaemonThread.of(task, "ostiary-redis-chores");
    }

    /** Does it soon; never, if too much is waiting or this is closed. */
    void add(Runnable chore) {
        add(chore, 0);
    }

    /** The same after a while. */
    void add(Runnable chore, long millis) {
        if (thread.getQueue().size() < WAITING) {
            var unused = thread.schedule(() -> run(chore), millis, TimeUnit.MILLISECONDS);
        }
    }

    private static void run(Runnable chore) {
        try {
            chore.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A chore has failed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
