package io.github.ostiary.setup;

import io.github.ostiary.engine.DaemonThreads;
import io.github.ostiary.text.Log;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread for what no request should wait for; it is there only while there is something to do. Thread-safe. */
final class Background implements AutoCloseable {

    private static final System.Logger LOG = Log.of(Background.class);

    private final ScheduledThreadPoolExecutor thread;

    Background(String name) {
        thread = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
        thread.setKeepAliveTime(1, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Does it again and again, with so much time between; what fails is done again. */
    void every(long millis, Runnable task) {
        var unused = thread.scheduleWithFixedDelay(() -> run(task), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Does it soon; never, if this is closed. */
    void soon(long millis, Runnable task) {
        var unused = thread.schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.WARNING, "What is done in the background has failed; it is tried again", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
