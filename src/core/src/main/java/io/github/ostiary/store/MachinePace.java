package io.github.ostiary.store;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.DaemonThread;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Threads of this machine, by its clock. */
final class MachinePace implements Pace {

    static final Pace INSTANCE = new MachinePace();

    private MachinePace() {}

    @Override
    public long micros() {
        return TimeSource.system().micros();
    }

    @Override
    public ScheduledExecutorService threads(String name, int most, long idleMillis) {
        ScheduledThreadPoolExecutor threads =
                new ScheduledThreadPoolExecutor(most, task -> DaemonThread.of(task, name));
        threads.setKeepAliveTime(idleMillis, TimeUnit.MILLISECONDS);
        threads.allowCoreThreadTimeOut(true);
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        threads.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        return threads;
    }

    @Override
    public Lock lock() {
        return new ReentrantLock();
    }

    @Override
    public boolean acquire(Semaphore permits, long micros) throws InterruptedException {
        return permits.tryAcquire(micros, TimeUnit.MICROSECONDS);
    }

    @Override
    public void await(Future<?> end, long micros) throws InterruptedException, ExecutionException, TimeoutException {
        Object unused = end.get(micros, TimeUnit.MICROSECONDS);
    }
}
