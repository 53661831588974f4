package io.github.ostiary.fleet;

import io.github.ostiary.TimeSource;
import io.github.ostiary.fleet.World.Process;
import io.github.ostiary.store.HeldId;
import io.github.ostiary.store.Store;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** One run of a plan. */
final class Fleet {

    /** How a run ended. */
    record End(List<String> violations, String digest, long micros, int calls, int faults, List<String> history) {}

    private static final long CALM = 15 * Plan.SECOND;

    private final World world;
    private final Simulator simulator;
    private final Calls calls;

    private Fleet(long seed, Function<TimeSource, Store> counters) {
        countAnew();
        this.world = new World(seed, counters);
        this.simulator = world.simulator;
        this.calls = new Calls(world);
    }

    /** Ids are counted through all of a JVM, and the order in which some things are done goes by them. */
    private static void countAnew() {
        try {
            Field counter = HeldId.class.getDeclaredField("NAMED");
            counter.setAccessible(true);
            ((AtomicLong) counter.get(null)).set(0);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the steps of a plan; the same steps and seed come to the same end. */
    static End run(long seed, List<Step> steps) {
        return run(seed, steps, RecordedCounters::new);
    }

    /** The same on other counters. */
    static End run(long seed, List<Step> steps, Function<TimeSource, Store> counters) {
        Fleet fleet = new Fleet(seed, counters);
        try {
            return fleet.play(steps);
        } finally {
            fleet.world.close();
        }
    }

    private End play(List<Step> steps) {
        for (int node = 0; node < Plan.NODES; node++) {
            world.start(node, 0, 0);
        }
        long begin = 2 * Plan.SECOND;
        int faults = 0;
        for (Step step : steps) {
            faults += step.kind().fault ? 1 : 0;
            Runnable unused = simulator.at(begin + step.at(), World.OUTSIDE, () -> begin(step));
        }
        simulator.sleepUntil(begin + Plan.LENGTH + Plan.SECOND);
        simulator.sleepUntil(simulator.now() + CALM);
        List<String> violations = new ArrayList<>(new Oracle(world).violations());
        for (Throwable failure : simulator.failures) {
            violations.add("A call failed: " + failure + " at "
                    + List.of(failure.getStackTrace()).stream().limit(6).toList());
        }
        List<String> history = world.seen.stream().map(Seen::toString).toList();
        return new End(violations, digest(history), simulator.now(), world.seen.size(), faults, history);
    }

    private static String digest(List<String> history) {
        try {
            byte[] text = String.join("\n", history).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void begin(Step step) {
        if (step.kind().fault) {
            fault(step);
            return;
        }
        Process process = world.nodes[step.node()];
        if (process != null) {
            Runnable unused =
                    simulator.spawn(simulator.now(), process, "step" + step.id(), () -> calls.make(step, process));
        }
    }

    private void fault(Step step) {
        long now = simulator.now();
        Process process = world.nodes[step.node()];
        switch (step.kind()) {
            case NETWORK -> {
                world.trouble(step, now, now + step.micros());
                world.breakWay(step.node(), Network.State.values()[step.how()], now + step.micros());
            }
            case PAUSE -> {
                world.trouble(step, now, now + step.micros());
                if (process != null) {
                    simulator.stop(process, now + step.micros());
                }
            }
            case CRASH -> {
                world.trouble(step, now, now + step.micros() + 200_000);
                if (process != null) {
                    world.kill(process);
                    world.start(step.node(), 0, now + step.micros());
                }
            }
            case ROLL -> roll(step, process, now);
            case FLUSH -> {
                world.trouble(step, now, now);
                world.server.flush();
            }
            default -> {
                world.trouble(step, now - step.micros(), now);
                world.server.failOver(step.micros());
            }
        }
    }

    /** A process takes over, by another configuration; the one before ends what it has begun, and then itself. */
    private void roll(Step step, Process old, long now) {
        if (old == null) {
            return;
        }
        world.trouble(step, now, now + step.micros() + 3 * Plan.SECOND);
        world.start(step.node(), step.how(), now);
        Runnable unused = simulator.spawn(now + step.micros() + 2 * Plan.SECOND, old, "end" + old.number, () -> {
            old.guard.close();
            Runnable last = simulator.at(simulator.now(), World.OUTSIDE, () -> world.kill(old));
        });
    }
}
