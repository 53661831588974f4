package io.github.ostiary.setup;

import io.github.ostiary.store.Pace;
import io.github.ostiary.text.Log;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A thread for what no request should wait for; it is there only while there is something to do. Thread-safe.
 *
 * @hidden
 */
public final class Background implements AutoCloseable {

    private static final System.Logger LOG = Log.of(Background.class);

    private final ScheduledExecutorService thread;

    /** A thread of a name. */
    public Background(String name, Pace pace) {
        thread = pace.threads(name, 1, 1_000);
    }

    /** Does it again and again, with so much time between; what fails is done again. */
    public void every(long millis, Runnable task) {
        var unused = thread.scheduleWithFixedDelay(() -> run(task), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Does it soon; never, if this is closed. */
    public void soon(long millis, Runnable task) {
        var unused = thread.schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.WARNING, "A task in the background has failed; it is tried again", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
