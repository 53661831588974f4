package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * The same requests simulated, and really decided by four nodes and one Redis on this machine; both side by side. Needs
 * the results of {@code RedisCost}. Run: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.simulation.SimulationCheck}.
 */
public final class SimulationCheck {

    private static final long SEED = 20_261_122;

    /** Of a machine that runs nodes, Redis and the clock of all of them by itself. */
    private static final double LOOPBACK_MICROS = 60;

    private static final Scale SCALE =
            new Scale(4, new Scale.Audience(1, 50_000, 0.8, 14_000, 2_000), 20, 5, new Scale.Phases(5, 5, 5));

    private SimulationCheck() {}

    /** Runs both, prints them, and leaves them as results. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Prices prices = Prices.measured().over(LOOPBACK_MICROS);
        Traffic traffic = Traffic.of(SCALE, SEED);
        Shards one = new Shards(1, SCALE.nodes(), prices);
        BitSet simulated = new SimulatedFleet(SCALE, true, List.of(one)).play(traffic);
        Audit expected = Audit.of(SCALE, traffic, simulated);
        RealFleet.Seen seen = new RealFleet(SCALE, traffic).play();
        Audit real = Audit.of(SCALE, traffic, seen.admitted());

        Scale.Audience audience = SCALE.audience();
        String title = "%d nodes, %,d callers and a flood, %,d requests/s"
                .formatted(SCALE.nodes(), audience.callers(), audience.perSecond() + audience.floodPerSecond());
        ResultTable table = new ResultTable("simulation-check", title, List.of("simulated", "real", "deviation %"));
        double seconds = SCALE.phases().counted();
        add(table, "script calls per second", one.calls() / seconds, seen.calls() / seconds);
        add(table, "CPU of Redis, ms per second", one.cpuMicros() / 1e3 / seconds, seen.cpuMicros() / 1e3 / seconds);
        add(table, "keys in Redis", Prices.LYING * expected.keys(), seen.keys());
        add(table, "memory of Redis, KB", Fleets.bytes(expected, prices) / 1e3, seen.bytes() / 1e3);
        add(table, "let in, % of all requests", 100 * expected.admitted(), 100 * real.admitted());
        add(table, "outage: let in beyond the limit, %", 100 * expected.beyond(), 100 * real.beyond());
        add(table, "outage: denied without need, %", 100 * expected.withoutNeed(), 100 * real.withoutNeed());
        table.print();
        table.write();
        System.exit(0);
    }

    private static void add(ResultTable table, String name, double simulated, double real) {
        table.add(name, simulated, real, 100 * (simulated - real) / real);
    }
}
