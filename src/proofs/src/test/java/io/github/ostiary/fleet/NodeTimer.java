package io.github.ostiary.fleet;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Threads of a simulated node: what they are to do later is done when the simulator's time has come. */
final class NodeTimer extends AbstractExecutorService implements ScheduledExecutorService {

    private final Simulator simulator;
    private final Simulator.Machine node;
    private final NodePace pace;
    private final String name;
    private final int most;
    private final Deque<Task<?>> ready = new ArrayDeque<>();
    private int busy;
    private int begun;
    private boolean shut;

    NodeTimer(Simulator simulator, Simulator.Machine node, NodePace pace, String name, int most) {
        this.simulator = simulator;
        this.node = node;
        this.pace = pace;
        this.name = name;
        this.most = most;
    }

    private final class Task<T> extends FutureTask<T> implements ScheduledFuture<T> {

        private final long periodMicros;
        private final boolean fixedRate;
        private long at;
        private Runnable withdraw = () -> {};

        Task(Callable<T> work, long periodMicros, boolean fixedRate) {
            super(work);
            this.periodMicros = periodMicros;
            this.fixedRate = fixedRate;
        }

        Task<T> due(long time) {
            at = time;
            if (!shut) {
                withdraw = simulator.at(time, node, () -> ready(this));
            }
            return this;
        }

        void work() {
            if (periodMicros == 0) {
                run();
            } else if (runAndReset() && !shut) {
                Task<T> unused =
                        due(fixedRate ? Math.max(at + periodMicros, simulator.now()) : pace.after(periodMicros));
            }
        }

        @Override
        public boolean cancel(boolean interrupts) {
            withdraw.run();
            return super.cancel(false);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - simulator.now(), TimeUnit.MICROSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.MICROSECONDS), other.getDelay(TimeUnit.MICROSECONDS));
        }
    }

    private void ready(Task<?> task) {
        if (shut || node.dead || task.isCancelled()) {
            return;
        }
        ready.add(task);
        if (busy < most) {
            busy++;
            Runnable unused = simulator.spawn(simulator.now(), node, name + "#" + begun++, this::workAll);
        }
    }

    private void workAll() {
        try {
            for (Task<?> task = ready.poll(); task != null && !shut; task = ready.poll()) {
                task.work();
            }
        } finally {
            busy--;
        }
    }

    private static Callable<Object> callable(Runnable work) {
        return () -> {
            work.run();
            return true;
        };
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
        return new Task<>(callable(work), 0, false).due(pace.after(unit.toMicros(delay)));
    }

    @Override
    public <T> ScheduledFuture<T> schedule(Callable<T> work, long delay, TimeUnit unit) {
        return new Task<>(work, 0, false).due(pace.after(unit.toMicros(delay)));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable work, long first, long period, TimeUnit unit) {
        return new Task<>(callable(work), unit.toMicros(period), true).due(pace.after(unit.toMicros(first)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable work, long first, long delay, TimeUnit unit) {
        return new Task<>(callable(work), unit.toMicros(delay), false).due(pace.after(unit.toMicros(first)));
    }

    @Override
    public void execute(Runnable work) {
        ScheduledFuture<?> unused = schedule(work, 0, TimeUnit.MICROSECONDS);
    }

    @Override
    public void shutdown() {
        shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shut = true;
        return Collections.emptyList();
    }

    @Override
    public boolean isShutdown() {
        return shut;
    }

    @Override
    public boolean isTerminated() {
        return shut && busy == 0;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return isTerminated();
    }
}
