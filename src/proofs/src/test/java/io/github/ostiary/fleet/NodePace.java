package io.github.ostiary.fleet;

import io.github.ostiary.store.Pace;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** The clock of a simulated node, which may be off and drift, and the threads and waits that go by it. */
final class NodePace implements Pace {

    private static final long EPOCH_MICROS = 1_767_225_600_000_000L;

    private final Simulator simulator;
    private final Simulator.Machine node;
    private final String name;
    private final long offsetMicros;
    private final double rate;
    private int timers;

    NodePace(Simulator simulator, Simulator.Machine node, String name, long offsetMicros, double rate) {
        this.simulator = simulator;
        this.node = node;
        this.name = name;
        this.offsetMicros = offsetMicros;
        this.rate = rate;
    }

    @Override
    public long micros() {
        return EPOCH_MICROS + offsetMicros + (long) (simulator.now() * rate);
    }

    /** When so many of the node's microseconds have passed. */
    long after(long micros) {
        return micros >= Simulator.FOREVER / 2
                ? Simulator.FOREVER
                : simulator.now() + (long) Math.ceil(Math.max(0, micros) / rate);
    }

    @Override
    public ScheduledExecutorService threads(String threads, int most, long idleMillis) {
        return new NodeTimer(simulator, node, this, name + "/" + threads + "/" + timers++, most);
    }

    @Override
    public Lock lock() {
        return new NodeLock();
    }

    @Override
    public boolean acquire(Semaphore permits, long micros) throws InterruptedException {
        return simulator.awaitInterruptibly(permits::tryAcquire, after(micros));
    }

    @Override
    public void await(Future<?> end, long micros) throws InterruptedException, ExecutionException, TimeoutException {
        if (!simulator.awaitInterruptibly(end::isDone, after(micros))) {
            throw new TimeoutException();
        }
        Object unused = end.get();
    }

    /** A lock whose holder may wait. */
    private final class NodeLock implements Lock {

        private Simulator.Fiber owner;
        private int holds;

        @Override
        public void lock() {
            Simulator.Fiber self = simulator.current();
            boolean taken = simulator.await(() -> takes(self), Simulator.FOREVER);
            if (!taken) {
                throw new IllegalStateException("the lock was never free");
            }
        }

        private boolean takes(Simulator.Fiber self) {
            if (owner != null && owner != self) {
                return false;
            }
            owner = self;
            holds++;
            return true;
        }

        @Override
        public void lockInterruptibly() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryLock() {
            return takes(simulator.current());
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void unlock() {
            if (owner != simulator.current()) {
                throw new IllegalMonitorStateException();
            }
            if (--holds == 0) {
                owner = null;
            }
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }
}
