package io.github.ostiary.model;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Explores a scenario breadth-first: every step that can follow in every state, each state once. Worlds cannot be copied, so
 * each history is done from its start; the first that breaks a rule is a shortest one.
 */
final class Explorer {

    private static final int WORKERS = 2;
    private static final int CHUNK = 64;
    private static final int FIRST_ROOM = 1 << 16;

    /** What came of it. */
    record Result(Scenario scenario, long states, long transitions, int depth, double seconds, Found found) {

        @Override
        public String toString() {
            return String.format(
                    "%-34s %,9d states %,10d transitions, %2d steps deep, %5.1f s",
                    scenario.name, states, transitions, depth, seconds);
        }
    }

    /** A history that breaks a rule. */
    record Found(String what, int[] history) {

        String told(Scenario scenario) {
            StringBuilder told = new StringBuilder("In \"" + scenario.name + "\", " + what + ":\n");
            for (int i = 0; i < history.length; i++) {
                told.append("  ")
                        .append(i + 1)
                        .append(". ")
                        .append(Event.told(history[i]))
                        .append('\n');
            }
            return told.append("Replay it with -Dmodel.replay=\"")
                    .append(scenario.name)
                    .append(": ")
                    .append(Event.line(history))
                    .append('"')
                    .toString();
        }
    }

    private final Scenario scenario;
    private final int depth;
    private final long mostStates;
    private final Digests seen = new Digests();
    private final AtomicReference<Found> found = new AtomicReference<>();
    private int[] parents = new int[FIRST_ROOM];
    private short[] steps = new short[FIRST_ROOM];
    private long[] digests = new long[FIRST_ROOM];
    private int size;
    private long transitions;

    private Explorer(Scenario scenario, int depth, long mostStates) {
        this.scenario = scenario;
        this.depth = depth;
        this.mostStates = mostStates;
    }

    /** Explores as deep as is said, in full or for each build. */
    static Result explore(Scenario scenario, boolean full) {
        return explore(scenario, full ? scenario.depth : scenario.quickDepth, Long.MAX_VALUE);
    }

    static Result explore(Scenario scenario, int depth, long mostStates) {
        Logger log = Logger.getLogger("io.github.ostiary");
        Level before = log.getLevel();
        log.setLevel(Level.OFF);
        try {
            return new Explorer(scenario, depth, mostStates).explore();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            log.setLevel(before);
        }
    }

    /** Does one history; says what it breaks, or null. */
    static Found replay(Scenario scenario, int[] history) {
        World world = new World(scenario);
        for (int length = 1; length <= history.length; length++) {
            world.run(history, length);
            if (world.violation() != null) {
                return new Found(world.violation(), Arrays.copyOf(history, length));
            }
        }
        return null;
    }

    private Result explore() throws InterruptedException {
        long begun = System.nanoTime();
        World[] worlds = new World[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            worlds[i] = new World(scenario);
        }
        worlds[0].run(new int[0], 0);
        boolean unused = seen.add(worlds[0].state.digest());
        add(-1, 0, worlds[0].state.digest());
        int layer = 0;
        int from = 0;
        while (layer < depth && from < size && found.get() == null && size < mostStates) {
            int to = size;
            layer(worlds, from, to, layer);
            from = to;
            layer++;
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Result(scenario, size, transitions, layer, seconds, found.get());
    }

    private void layer(World[] worlds, int from, int to, int layer) throws InterruptedException {
        AtomicInteger next = new AtomicInteger(from);
        Worker[] workers = new Worker[worlds.length];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(worlds[i], next, to, layer);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
            if (worker.failure != null) {
                throw new IllegalStateException("the checker itself has failed", worker.failure);
            }
            transitions += worker.transitions;
            for (int i = 0; i < worker.count; i++) {
                add(worker.parents[i], worker.steps[i], worker.digests[i]);
            }
        }
    }

    private void add(int parent, int step, long digest) {
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, 2 * size);
            steps = Arrays.copyOf(steps, 2 * size);
            digests = Arrays.copyOf(digests, 2 * size);
        }
        parents[size] = parent;
        steps[size] = (short) step;
        digests[size++] = digest;
    }

    /** Explores what follows from some states of one layer. */
    private final class Worker extends Thread {

        private final World world;
        private final AtomicInteger next;
        private final int to;
        private final int[] history;
        private int[] parents = new int[FIRST_ROOM];
        private short[] steps = new short[FIRST_ROOM];
        private long[] digests = new long[FIRST_ROOM];
        private int count;
        private long transitions;
        private Throwable failure;

        Worker(World world, AtomicInteger next, int to, int layer) {
            super("model");
            this.world = world;
            this.next = next;
            this.to = to;
            this.history = new int[layer + 1];
        }

        @Override
        public void run() {
            try {
                for (int first = next.getAndAdd(CHUNK); first < to; first = next.getAndAdd(CHUNK)) {
                    for (int i = first; i < Math.min(to, first + CHUNK) && found.get() == null; i++) {
                        expand(i);
                    }
                }
            } catch (Throwable e) {
                failure = new IllegalStateException(Event.line(history), e);
            }
        }

        private void expand(int state) {
            int length = history.length - 1;
            for (int at = length - 1, each = state; at >= 0; at--, each = Explorer.this.parents[each]) {
                history[at] = Explorer.this.steps[each];
            }
            world.run(history, length);
            if (world.state.digest() != Explorer.this.digests[state]) {
                throw new IllegalStateException("the same history has led to two states");
            }
            int[] events = world.state.events();
            boolean fresh = world.mayGoOn();
            for (int event : events) {
                history[length] = event;
                if (fresh) {
                    world.goOn(event);
                    fresh = false;
                } else {
                    world.run(history, length + 1);
                }
                reached(state, event);
            }
        }

        private void reached(int state, int event) {
            transitions++;
            if (world.violation() != null) {
                found.compareAndSet(null, new Found(world.violation(), history.clone()));
            } else if (seen.add(world.state.digest())) {
                if (count == parents.length) {
                    parents = Arrays.copyOf(parents, 2 * count);
                    steps = Arrays.copyOf(steps, 2 * count);
                    digests = Arrays.copyOf(digests, 2 * count);
                }
                parents[count] = state;
                steps[count] = (short) event;
                digests[count++] = world.state.digest();
            }
        }
    }
}
