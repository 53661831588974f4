package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.util.List;

/**
 * How much Redis 50 nodes need for 10 million callers and 100,000 requests per second, with the near tier and without,
 * and what an outage lets in. Needs the results of {@code RedisCost}. Run: {@code java -Xmx2g -cp benchmarks.jar io.github.ostiary.benchmarks.simulation.Simulation}.
 */
public final class Simulation {

    private static final long SEED = 20_261_122;
    private static final int ONE_IN = 20;
    private static final int NODES = 50;
    private static final int CALLERS = 10_000_000;
    private static final int PER_SECOND = 100_000;
    private static final int FLOOD = 50_000;
    private static final int PERMITS = 300;
    private static final int WINDOW = 60;
    private static final int COUNTED = 10;
    private static final int OUTAGE = 10;
    private static final double MEGABYTE = 1e6;

    private static final List<String> COLUMNS = List.of(
            "script calls/s",
            "cores of Redis",
            "shards",
            "memory, MB",
            "let in, %",
            "outage: beyond the limit, %",
            "outage: denied without need, %");

    private Simulation() {}

    /** Simulates, prints a table, and leaves it as a result. */
    public static void main(String[] args) throws IOException {
        Prices prices = Prices.measured();
        String title = "%d nodes, %,d callers, %,d requests/s, %d/%ds each"
                .formatted(NODES, CALLERS, PER_SECOND, PERMITS, WINDOW);
        ResultTable table = new ResultTable("simulation", title, COLUMNS);
        add(table, prices, "everybody alike", 0, 0);
        add(table, prices, "few come often (zipf 0.6)", 0.6, 0);
        add(table, prices, "some come very often (zipf 1.0)", 1, 0);
        add(table, prices, "zipf 0.6 and a flood of 50,000/s", 0.6, FLOOD);
        table.print();
        table.write();
    }

    private static void add(ResultTable table, Prices prices, String traffic, double skew, int flood) {
        Scale.Audience audience = new Scale.Audience(ONE_IN, CALLERS, skew, PER_SECOND, flood);
        Scale scale = new Scale(NODES, audience, PERMITS, WINDOW, new Scale.Phases(WINDOW, COUNTED, OUTAGE));
        Traffic requests = Traffic.of(scale, SEED);
        for (boolean twoTiers : new boolean[] {true, false}) {
            String name = traffic + (twoTiers ? ", two tiers" : ", without the near tier");
            System.out.println(name + " …");
            Fleets.Needs needs = Fleets.of(scale, requests, twoTiers, prices);
            table.add(
                    name,
                    needs.callsPerSecond(),
                    needs.cores(),
                    needs.shards(),
                    needs.bytes() / MEGABYTE,
                    100 * needs.audit().admitted(),
                    100 * needs.audit().beyond(),
                    100 * needs.audit().withoutNeed());
        }
    }
}
