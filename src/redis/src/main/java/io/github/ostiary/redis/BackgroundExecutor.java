package io.github.ostiary.redis;

import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Log;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The work that no request should wait for, done one after the other by a thread that ends when there is none. Thread-safe. */
final class BackgroundExecutor implements AutoCloseable {

    private static final System.Logger LOG = Log.of(BackgroundExecutor.class);
    private static final int WAITING = 10_000;

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, BackgroundExecutor::thread, new ThreadPoolExecutor.DiscardPolicy());

    BackgroundExecutor() {
        thread.setKeepAliveTime(1, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private static Thread thread(Runnable task) {
        return DaemonThread.of(task, "ostiary-redis-chores");
    }

    /** Does it after a while; whether it will be done, as it is unless too much is waiting or this is closed. */
    boolean add(Runnable chore, long millis) {
        boolean room = thread.getQueue().size() < WAITING && !thread.isShutdown();
        if (room) {
            var unused = thread.schedule(() -> run(chore), millis, TimeUnit.MILLISECONDS);
        }
        return room;
    }

    private static void run(Runnable chore) {
        try {
            chore.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A background task has failed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
