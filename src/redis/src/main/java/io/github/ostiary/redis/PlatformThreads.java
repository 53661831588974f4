package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.DaemonThread;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads from sockets in place of virtual threads. Where a virtual thread that blocks on a socket is interrupted, the JDK
 * closes the socket, and with it goes the answer for all whose decisions travel together, though they may have counted.
 * Interrupting a platform thread there does nothing. Thread-safe; the threads end when they are idle.
 */
class PlatformThreads implements AutoCloseable {

    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

    /** Whether there may be threads that need one: not before JDK 21. */
    final boolean everNeeded;

    /** The threads, as many as are needed at once: each caller has a lane, of which there are few. */
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), PlatformThreads::thread);

    PlatformThreads() {
        this(IS_VIRTUAL != null);
    }

    /** Platform threads where there are virtual threads, or are said to be. */
    PlatformThreads(boolean everNeeded) {
        this.everNeeded = everNeeded;
    }

    private static Thread thread(Runnable task) {
        return DaemonThread.of(task, "ostiary-redis-call");
    }

    /** The method that tells a virtual thread, since JDK 21. */
    private static @Nullable MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Whether the current thread must not read from a socket itself. */
    boolean needed() {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            return false;
        }
    }

    /** A question to a server. */
    interface Read<T> {

        T run() throws StoreException;
    }

    /** Calls so that an interrupt cannot get at it: it is there again afterwards. */
    <T> T undisturbed(Read<T> call) throws StoreException {
        boolean interrupted = Thread.interrupted();
        try {
            if (!needed()) {
                return call.run();
            }
            FutureTask<T> task = new FutureTask<>(call::run);
            threads.execute(task);
            while (!task.isDone()) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoreException failure
                    ? failure
                    : new StoreException("Redis could not be asked", e);
        } catch (RejectedExecutionException e) {
            throw StoreException.ofShortage("the store is closed; nothing was counted");
        } catch (InterruptedException e) {
            throw new IllegalStateException("a task that is done keeps nobody waiting", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Has it done by one of them; never, if this is closed. */
    void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
