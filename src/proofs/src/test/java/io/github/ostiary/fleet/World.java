package io.github.ostiary.fleet;

import io.github.ostiary.Guard;
import io.github.ostiary.TimeSource;
import io.github.ostiary.setup.SimulatedGuards;
import io.github.ostiary.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;

/** A fleet of real guards in simulated time, and what it has seen. */
final class World implements AutoCloseable {

    /** What belongs to no node: it never stops. */
    static final Simulator.Machine OUTSIDE = new Simulator.Machine();

    /** The longest way of one message between places that are far from each other: half of the time that a call may take. */
    private static final long FAR_MICROS = 10_000;

    static final int PERMITS = 3;
    static final int MANY = 240;

    /** How long a call waits for a permit: longer than news takes. */
    static final long WORK_WAIT = 4 * Plan.SECOND;

    static final int THRESHOLD = 4;

    /** Of a limit so wide that nodes take permits ahead where callers come often. */
    static final int WIDE = 600;

    /** Of a limit whose calls reserve what they may cost. */
    static final int PAID = 100;

    /** A time during which a fault was on. */
    record Trouble(long from, long to, Step step) {

        boolean isShortage() {
            return step.kind() == Step.Kind.NETWORK && Network.State.values()[step.how()] == Network.State.SHORT;
        }

        boolean isShortageOf(int node) {
            return isShortage() && step.node() == node;
        }

        boolean losesData() {
            return step.kind() == Step.Kind.FAIL_OVER || step.kind() == Step.Kind.FLUSH;
        }
    }

    /** A process on a node: a guard from its start to its end. */
    static final class Process extends Simulator.Machine {
        final int number;
        final int node;
        NodePace pace;
        Guard guard;
        long ended = Simulator.FOREVER;

        Process(int number, int node) {
            this.number = number;
            this.node = node;
        }
    }

    final Simulator simulator;
    final Network network;

    /** Whether a call has time for two or three round trips only, where five are advised. */
    final boolean far;

    final SharedServer server;
    final List<Seen> seen = new ArrayList<>();
    final List<Trouble> troubles = new ArrayList<>();
    final Map<Integer, Process> processes = new HashMap<>();
    final List<Object> kept = new ArrayList<>();
    final Process[] nodes = new Process[Plan.NODES];
    private final int[] cuts = new int[Plan.NODES];
    private final long[] offsets = new long[Plan.NODES];
    private final double[] rates = new double[Plan.NODES];

    World(long seed, Function<TimeSource, Store> counters) {
        simulator = new Simulator(seed);
        Random random = new Random(seed);
        long most = random.nextInt(3) == 0 ? FAR_MICROS : random.nextBoolean() ? 1_000 : 4_000;
        far = most == FAR_MICROS;
        network = new Network(Plan.NODES, 100, most);
        server = new SharedServer(new NodePace(simulator, OUTSIDE, "server", 0, 1), counters);
        for (int i = 0; i < Plan.NODES; i++) {
            offsets[i] = (long) (random.nextGaussian() * 30 * Plan.SECOND);
            rates[i] = 1 + (random.nextDouble() - 0.5) * 2e-4;
        }
    }

    static Map<String, String> properties(int variant) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("redis.uri", "redis://simulated");
        keys.put("keyPrefix", "fleet");
        keys.put("expectedNodes", Integer.toString(Plan.NODES));
        keys.put("redis.timeout", "50ms");
        keys.put("explain.keep", "0s");
        keys.put("limit.log.rate", "5/10s");
        keys.put("limit.fixed.rate", "6/10s");
        keys.put("limit.fixed.algorithm", "fixed-window");
        keys.put("limit.sliding.rate", "6/10s");
        keys.put("limit.sliding.algorithm", "sliding-window");
        keys.put("limit.sliding.precision", "1s");
        keys.put("limit.token.rate", "6/10s");
        keys.put("limit.token.algorithm", "token-bucket");
        keys.put("limit.leaky.rate", "6/10s");
        keys.put("limit.leaky.algorithm", "leaky-bucket");
        keys.put("limit.strict.rate", "5/10s");
        keys.put("limit.strict.onStoreFailure", "deny");
        keys.put("limit.open.rate", "5/10s");
        keys.put("limit.open.onStoreFailure", "allow");
        keys.put("limit.moved.rate", "5/10s");
        keys.put("limit.wide.rate", WIDE + "/10s");
        keys.put("limit.paid.rate", PAID + "/10s");
        for (String rule :
                List.of("log", "fixed", "sliding", "token", "leaky", "strict", "open", "moved", "wide", "paid")) {
            keys.put("limit." + rule + ".key", "principal");
        }
        keys.put("concurrency.work.path", "/work");
        keys.put("concurrency.work.key", "principal");
        keys.put("concurrency.work.permits", Integer.toString(PERMITS));
        keys.put("concurrency.work.lease", variant == 1 ? "3s" : "5s");
        keys.put("concurrency.work.wait", WORK_WAIT / Plan.SECOND + "s");
        keys.put("concurrency.many.path", "/many");
        keys.put("concurrency.many.key", "principal");
        keys.put("concurrency.many.permits", Integer.toString(MANY));
        keys.put("concurrency.many.lease", "1s");
        keys.put("lockout.login.path", "/login");
        keys.put("lockout.login.key", "param:user");
        keys.put("lockout.login.steps", THRESHOLD + "/20s lock 30s");
        keys.put("lockout.login.failure", "status:401");
        keys.put("lockout.login.settle", "5s");
        keys.put("lockout.login.wait", "2s");
        keys.put("lockout.captcha.path", "/captcha");
        keys.put("lockout.captcha.key", "param:user");
        keys.put("lockout.captcha.steps", "2/20s challenge, " + THRESHOLD + "/30s lock 30s");
        keys.put("lockout.captcha.failure", "status:401");
        keys.put("lockout.captcha.settle", "5s");
        keys.put("lockout.captcha.wait", "2s");
        keys.put("lockout.captcha.challenge.verifier", Calls.Captcha.class.getName());
        keys.put("lockout.captcha.challenge.attempts", "3");
        return keys;
    }

    /** A process begins on a node; by a fiber of its own. */
    void start(int node, int variant, long at) {
        Process process = new Process(processes.size(), node);
        process.pace = new NodePace(simulator, process, "p" + process.number, offsets[node], rates[node]);
        processes.put(process.number, process);
        Runnable unused = simulator.spawn(at, process, "start" + process.number, () -> {
            RemoteStore store = new RemoteStore(simulator, network, server, process.pace, node, 50_000);
            process.guard = SimulatedGuards.open(properties(variant), process.pace, store);
            nodes[node] = process;
        });
    }

    /** A process ends without a word. */
    void kill(Process process) {
        process.ended = simulator.now();
        simulator.crash(process);
        if (nodes[process.node] == process) {
            nodes[process.node] = null;
        }
    }

    void trouble(Step step, long from, long to) {
        troubles.add(new Trouble(from, to, step));
    }

    /** Whether all is well from one time to another. */
    boolean healthy(long from, long to) {
        for (Trouble trouble : troubles) {
            if (trouble.from() <= to && trouble.to() >= from) {
                return false;
            }
        }
        return true;
    }

    /** What was seen of the same rule and caller. */
    List<Seen> about(Seen one, Predicate<Seen> which) {
        List<Seen> found = new ArrayList<>();
        for (Seen each : seen) {
            if (each.step.rule().equals(one.step.rule())
                    && each.step.who().equals(one.step.who())
                    && which.test(each)) {
                found.add(each);
            }
        }
        return found;
    }

    /** How many faults were on from one time to another. */
    long count(long from, long to, Predicate<Trouble> which) {
        return troubles.stream()
                .filter(trouble -> trouble.from() <= to && trouble.to() >= from && which.test(trouble))
                .count();
    }

    boolean alive(Seen one, long until) {
        return processes.get(one.process).ended > until;
    }

    /** A way is broken; what mends it mends no other's. */
    void breakWay(int node, Network.State state, long until) {
        int mine = ++cuts[node];
        network.set(node, state);
        Runnable unused = simulator.at(until, OUTSIDE, () -> {
            if (cuts[node] == mine) {
                network.set(node, Network.State.WHOLE);
            }
        });
    }

    @Override
    public void close() {
        for (Process process : processes.values()) {
            simulator.crash(process);
        }
        simulator.sleepUntil(simulator.now() + Plan.SECOND);
        simulator.close();
        server.close();
    }
}
