package io.github.ostiary.fleet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Time that passes only when nothing is left to do at the moment, and threads of which exactly one runs. What happens is
 * decided by the seed alone, so that a run can be repeated.
 */
final class Simulator implements AutoCloseable {

    /*
     * A fiber is a thread that runs while it has the baton. Where the product waits, the fiber that has the baton does
     * what is due next by itself, until that is to go on: with itself, without any switch, or with another fiber, which
     * then gets the baton. So most waits cost no switch of threads. Code of the product runs on fibers only; what is done
     * between them, such as a server's work, must not wait.
     */
    static final long FOREVER = Long.MAX_VALUE / 4;

    private static final long STUCK_NANOS = 20_000_000_000L;

    /** Thrown where a fiber of a node that is no more would go on. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("the node is no more", null, false, false);
        }
    }

    /** Something that can stop, and be no more: a node. */
    static class Machine {
        long stoppedUntil;
        boolean dead;
    }

    private static final class Event {
        long at;
        final long order;
        final Machine machine;
        final Runnable action;
        boolean cancelled;

        Event(long at, long order, Machine machine, Runnable action) {
            this.at = at;
            this.order = order;
            this.machine = machine;
            this.action = action;
        }
    }

    private static final class Waiter {
        final Fiber fiber;
        final BooleanSupplier condition;
        boolean met;

        Waiter(Fiber fiber, BooleanSupplier condition) {
            this.fiber = fiber;
            this.condition = condition;
        }
    }

    /** A thread of the simulation. */
    static final class Fiber {
        final String name;
        final Machine machine;
        final Random random;
        private Thread thread;
        private volatile boolean baton;
        private boolean interrupted;

        private Fiber(String name, Machine machine, long seed) {
            this.name = name;
            this.machine = machine;
            this.random = new Random(seed);
        }
    }

    /** A platform thread that fibers run on, one after the other. */
    private final class Carrier extends Thread {
        private volatile Fiber fiber;
        private volatile Runnable body;

        Carrier() {
            super("simulated");
            setDaemon(true);
        }

        @Override
        public void run() {
            while (body != null) {
                Fiber self = fiber;
                try {
                    takeBaton(self);
                    if (!self.machine.dead) {
                        body.run();
                    }
                } catch (Crash e) {
                    // Its node is no more.
                } catch (Throwable e) {
                    failures.add(e);
                }
                Thread.interrupted();
                body = null;
                fiber = null;
                live--;
                idle.push(this);
                give(afterwards());
                while (fiber == null && !closed) {
                    LockSupport.park(this);
                }
            }
        }
    }

    private final long seed;
    private final PriorityQueue<Event> due = new PriorityQueue<>(
            Comparator.<Event>comparingLong(event -> event.at).thenComparingLong(event -> event.order));
    private final List<Waiter> waiters = new ArrayList<>();
    private final Deque<Carrier> idle = new ArrayDeque<>();
    private final Fiber main;
    private final Machine world = new Machine();
    private volatile boolean closed;
    private long now;
    private long order;
    private Fiber current;
    private Fiber next;
    private int live;
    private volatile long steps;

    /** What no fiber caught. */
    final List<Throwable> failures = new ArrayList<>();

    Simulator(long seed) {
        this.seed = seed;
        this.main = new Fiber("main", world, seed);
        this.main.thread = Thread.currentThread();
        this.current = main;
    }

    /** µs since the beginning. */
    long now() {
        return now;
    }

    Fiber current() {
        return current;
    }

    /** Fibers that have not ended. */
    int live() {
        return live;
    }

    long steps() {
        return steps;
    }

    /** By the current fiber alone: what one fiber does changes no other's luck. */
    Random random() {
        return current.random;
    }

    /** Does at a time what waits for nothing. */
    Runnable at(long time, Machine machine, Runnable action) {
        Event event = new Event(Math.max(time, now), order++, machine, action);
        due.add(event);
        return () -> event.cancelled = true;
    }

    /** Has a fiber begin at a time. */
    Runnable spawn(long time, Machine machine, String name, Runnable body) {
        return at(time, machine, () -> {
            if (!machine.dead) {
                start(new Fiber(name, machine, seed * 1_000_003 + name.hashCode()), body);
            }
        });
    }

    private Fiber afterwards() {
        try {
            return proceed();
        } catch (RuntimeException | Error e) {
            failures.add(e);
            return main;
        }
    }

    private void start(Fiber fiber, Runnable body) {
        live++;
        Carrier carrier = idle.isEmpty() ? new Carrier() : idle.pop();
        carrier.body = body;
        fiber.thread = carrier;
        carrier.fiber = fiber;
        next = fiber;
        if (carrier.getState() == Thread.State.NEW) {
            carrier.start();
        } else {
            LockSupport.unpark(carrier);
        }
    }

    /** Lets time pass. */
    void sleepUntil(long time) {
        boolean unused = await(() -> false, time);
        if (now < time) {
            throw new IllegalStateException("woken before");
        }
    }

    /** Waits for a condition, which is asked by whichever fiber runs; false if it was not met by then. */
    boolean await(BooleanSupplier condition, long until) {
        Fiber self = current;
        boolean met = waits(condition, until);
        if (self.interrupted) {
            self.interrupted = false;
            self.thread.interrupt();
        }
        return met;
    }

    /** As {@link #await}, for who may be interrupted. */
    boolean awaitInterruptibly(BooleanSupplier condition, long until) throws InterruptedException {
        Fiber self = current;
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean met = waits(() -> self.interrupted || condition.getAsBoolean(), until);
        if (self.interrupted) {
            self.interrupted = false;
            throw new InterruptedException();
        }
        return met;
    }

    private boolean waits(BooleanSupplier condition, long until) {
        Fiber self = current;
        checkAlive(self);
        if (condition.getAsBoolean()) {
            return true;
        }
        if (until <= now) {
            return false;
        }
        Waiter waiter = new Waiter(self, condition);
        waiters.add(waiter);
        Event wakes = until >= FOREVER ? null : event(until, self);
        pass(self);
        if (wakes != null) {
            wakes.cancelled = true;
        }
        waiters.remove(waiter);
        checkAlive(self);
        return waiter.met;
    }

    private static void checkAlive(Fiber self) {
        if (self.machine.dead) {
            throw new Crash();
        }
    }

    private Event event(long until, Fiber self) {
        Event event = new Event(Math.max(until, now), order++, self.machine, () -> next = self);
        due.add(event);
        return event;
    }

    /** Interrupts a fiber where it waits, or is to wait next. */
    void interrupt(Fiber fiber) {
        fiber.interrupted = true;
    }

    /** A node stands still; nothing of it is done before. */
    void stop(Machine machine, long until) {
        machine.stoppedUntil = Math.max(machine.stoppedUntil, until);
        at(until, world, () -> {});
    }

    /** A node is no more: its fibers end where they wait. */
    void crash(Machine machine) {
        machine.dead = true;
        for (Waiter waiter : List.copyOf(waiters)) {
            if (waiter.fiber.machine == machine) {
                at(now, world, () -> {
                    if (waiters.contains(waiter)) {
                        next = waiter.fiber;
                    }
                });
            }
        }
    }

    /** Does what is due until a fiber is to go on. */
    private Fiber proceed() {
        while (true) {
            steps++;
            Fiber ready = met();
            if (ready != null) {
                return ready;
            }
            Event event = due.poll();
            if (event == null) {
                throw new IllegalStateException("everybody waits, and nothing is due: "
                        + waiters.stream().map(waiter -> waiter.fiber.name).toList());
            }
            if (event.cancelled) {
                continue;
            }
            if (event.machine.stoppedUntil > event.at && !event.machine.dead) {
                event.at = event.machine.stoppedUntil;
                due.add(event);
                continue;
            }
            now = Math.max(now, event.at);
            next = null;
            event.action.run();
            if (next != null) {
                return next;
            }
        }
    }

    private Fiber met() {
        for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            Machine machine = waiter.fiber.machine;
            if (machine.stoppedUntil <= now && !machine.dead && waiter.condition.getAsBoolean()) {
                waiter.met = true;
                all.remove();
                return waiter.fiber;
            }
        }
        return null;
    }

    private void pass(Fiber self) {
        Fiber other = proceed();
        if (other != self) {
            give(other);
            takeBaton(self);
        }
        current = self;
    }

    private void give(Fiber fiber) {
        fiber.baton = true;
        LockSupport.unpark(fiber.thread);
    }

    private void takeBaton(Fiber self) {
        for (int i = 0; i < 100 && !self.baton; i++) {
            Thread.onSpinWait();
        }
        boolean interrupted = false;
        long seen = steps;
        long since = System.nanoTime();
        while (!self.baton) {
            LockSupport.parkNanos(this, 1_000_000_000L);
            interrupted |= Thread.interrupted();
            if (self == main && steps != seen) {
                seen = steps;
                since = System.nanoTime();
            } else if (self == main && System.nanoTime() - since > STUCK_NANOS) {
                throw stuck();
            }
        }
        self.baton = false;
        current = self;
        if (interrupted) {
            self.thread.interrupt();
        }
    }

    private IllegalStateException stuck() {
        IllegalStateException stuck =
                new IllegalStateException(current.name + " waits for something that is not simulated");
        stuck.setStackTrace(current.thread.getStackTrace());
        return stuck;
    }

    @Override
    public void close() {
        closed = true;
        idle.forEach(LockSupport::unpark);
    }
}
