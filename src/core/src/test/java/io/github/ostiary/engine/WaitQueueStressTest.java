package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.engine.WaitQueue.Waiter;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.testing.Callers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Whoever is told that there is room asks, though no timer comes to its help. */
class WaitQueueStressTest {

    private static final CounterId COUNTER = CounterId.of("one", "0", 'C', "bob");
    private static final int CALLERS = 4;
    private static final int ROUNDS = 500;

    /** What is to be done later is never done. */
    private static final class NeverLater extends ScheduledThreadPoolExecutor {

        private static final ScheduledFuture<Object> NEVER = new Never();

        NeverLater() {
            super(2);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return delay > 0 ? NEVER : super.schedule(task, 0, unit);
        }
    }

    private static final class Never extends FutureTask<Object> implements ScheduledFuture<Object> {

        Never() {
            super(() -> null);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return Long.MAX_VALUE;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    /** A queue never looks at the call itself. */
    @SuppressWarnings("NullAway")
    private static Waiter waiter() {
        return new Waiter(null, COUNTER);
    }

    /** Each waits for the one permit, takes it, and gives it back; it tells the queue after each change. */
    @Test
    void noSignalIsLost() {
        ScheduledThreadPoolExecutor timer = new NeverLater();
        try {
            Semaphore room = new Semaphore(1);
            Set<Waiter> served = ConcurrentHashMap.newKeySet();
            WaitQueue[] queue = new WaitQueue[1];
            queue[0] = new WaitQueue(timer, waiter -> {
                if (room.tryAcquire()) {
                    Thread.yield();
                    queue[0].remove(waiter);
                    served.add(waiter);
                }
            });
            Callers callers = new Callers(CALLERS, ROUNDS, i -> () -> waitAndGiveBack(queue[0], room, served));
            callers.end();
            assertThat(callers.done()).isEqualTo(CALLERS * ROUNDS);
            assertThat(room.availablePermits()).isEqualTo(1);
        } finally {
            timer.shutdownNow();
        }
    }

    private static boolean waitAndGiveBack(WaitQueue queue, Semaphore room, Set<Waiter> served) {
        Waiter mine = waiter();
        queue.add(mine);
        queue.wake();
        while (!served.remove(mine)) {
            LockSupport.parkNanos(10_000);
        }
        room.release();
        queue.wake();
        return true;
    }
}
