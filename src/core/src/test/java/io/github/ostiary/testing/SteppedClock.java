package io.github.ostiary.testing;

import io.github.ostiary.store.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A time that stands still until it is moved, or until the one thread waits, and the timers of all nodes of a test. What is due
 * meanwhile is done by that thread.
 */
public final class SteppedClock {

    private final List<Task> tasks = new ArrayList<>();
    private long now = 1_000_000_000_000_000L;
    private long sequence;
    private boolean broken;

    /** A task of a node's: by one of its waiting calls, or by what works in the background. */
    private final class Task implements ScheduledFuture<Object> {

        final int node;
        final boolean waiting;
        final long due;
        final long number = sequence++;
        final Runnable work;
        boolean done;

        Task(int node, boolean waiting, long due, Runnable work) {
            this.node = node;
            this.waiting = waiting;
            this.due = due;
            this.work = work;
        }

        void run() {
            tasks.remove(this);
            done = true;
            work.run();
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            return tasks.remove(this);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - now, TimeUnit.MICROSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Task) other).due);
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isDone() {
            return done;
        }

        @Override
        public Object get() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object get(long timeout, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }
    }

    /** The clock of one node, which does not look at its figures every few seconds. */
    public Pace of(int node) {
        return of(node, false);
    }

    /** The clock of one node. */
    public Pace of(int node, boolean figures) {
        return new Pace() {
            @Override
            public long micros() {
                return now;
            }

            @Override
            public ScheduledExecutorService threads(String name, int most, long idleMillis) {
                return new Timer(node, name.equals("ostiary-waiting"), !figures && name.equals("ostiary-figures"));
            }

            @Override
            public Lock lock() {
                return new ReentrantLock();
            }

            @Override
            public boolean acquire(Semaphore permits, long micros) throws InterruptedException {
                long target = now + micros;
                while (!Thread.interrupted()) {
                    if (permits.tryAcquire()) {
                        return true;
                    } else if (!steps(target)) {
                        return false;
                    }
                }
                throw new InterruptedException();
            }

            @Override
            public void await(Future<?> end, long micros)
                    throws InterruptedException, ExecutionException, TimeoutException {
                long target = now + micros;
                while (!end.isDone() && !Thread.currentThread().isInterrupted() && steps(target)) {}
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Object unused = end.get(0, TimeUnit.MICROSECONDS);
            }
        };
    }

    /** Whether nothing is left to do, now or later. */
    public boolean isIdle() {
        return tasks.isEmpty();
    }

    public long now() {
        return now;
    }

    /** Whether a waiting call of a node's has something to do now. */
    public boolean isDue(int node) {
        return due(node, true, now) != null;
    }

    /** How many tasks of waiting calls a node has, and when the first is due. */
    public long waiting(int node) {
        long count = 0;
        long first = Long.MAX_VALUE;
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            if (task.waiting && task.node == node) {
                count++;
                first = Math.min(first, task.due - now);
            }
        }
        return count == 0 ? 0 : count << 40 | Math.max(0, first);
    }

    /** When the next task of any waiting call is due, µs from now; below 0 if there is none. */
    public long untilNext() {
        Task next = due(-1, true, Long.MAX_VALUE);
        return next == null ? -1 : Math.max(0, next.due - now);
    }

    /** Does the next thing that a waiting call of a node's has to do now. */
    public void runOne(int node) {
        Task next = due(node, true, now);
        if (next != null) {
            next.run();
        }
    }

    /** Does all that is due, for the waiting calls of a key that nobody asks for any more, too. */
    public void rest() {
        for (Task next = due(-1, true, now); next != null; next = due(-1, true, now)) {
            next.run();
        }
        background();
    }

    /** Does all that is due in the background. */
    public void background() {
        for (int i = 0; i < 1_000; i++) {
            Task next = due(-1, false, now);
            if (next == null) {
                return;
            }
            next.run();
        }
        throw new IllegalStateException("the background never rests");
    }

    private Task due(int node, boolean waiting, long until) {
        Task first = null;
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            if (task.waiting == waiting
                    && task.due <= until
                    && (node < 0 || task.node == node)
                    && (first == null || task.due < first.due)) {
                first = task;
            }
        }
        return first;
    }

    /** Whether the machine has no thread for what is to be done later. */
    public void breakTimers(boolean value) {
        broken = value;
    }

    /** Has something done later, as if another thread did it. */
    public void after(long micros, Runnable work) {
        tasks.add(new Task(0, true, now + micros, work));
    }

    /** Time passes, and whatever is due meanwhile is done when it is due. */
    public void pass(long micros) {
        long target = now + micros;
        while (steps(target)) {}
    }

    /** Does what is due next, if that is before a moment; else it is that moment. */
    private boolean steps(long target) {
        Task one = due(-1, true, target);
        Task other = due(-1, false, target);
        Task next = other == null || one != null && before(one, other) ? one : other;
        if (next == null) {
            now = Math.max(now, target);
            return false;
        }
        now = Math.max(now, next.due);
        next.run();
        return true;
    }

    private static boolean before(Task one, Task other) {
        return one.due < other.due || one.due == other.due && one.number < other.number;
    }

    /** Time passes while everything stands still. */
    public void leap(long micros) {
        now += micros;
    }

    /** A node is gone, with all it would have done. */
    public void stop(int node) {
        tasks.removeIf(task -> task.node == node);
    }

    private final class Timer extends AbstractExecutorService implements ScheduledExecutorService {

        private final int node;
        private final boolean waiting;
        private final boolean idle;
        private boolean shut;

        /** What is due later is not done any more. */
        private long last = Long.MAX_VALUE;

        Timer(int node, boolean waiting, boolean idle) {
            this.node = node;
            this.waiting = waiting;
            this.idle = idle;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            if (broken) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            long due = now + unit.toMicros(delay);
            Task task = new Task(node, waiting, due, () -> {
                if (due <= last) {
                    command.run();
                }
            });
            if (!idle && !shut) {
                tasks.add(task);
            }
            return task;
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long first, long period, TimeUnit unit) {
            return schedule(command, first, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
            return schedule(command, first, unit);
        }

        @Override
        public void execute(Runnable command) {
            var unused = schedule(command, 0, TimeUnit.MICROSECONDS);
        }

        @Override
        public void shutdown() {
            shut = true;
            last = Math.min(last, now);
        }

        @Override
        public List<Runnable> shutdownNow() {
            shut = true;
            last = Long.MIN_VALUE;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shut;
        }

        @Override
        public boolean isTerminated() {
            return shut;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
