package io.github.ostiary.benchmarks.simulation;

import java.util.HashMap;
import java.util.Map;

/**
 * The servers among which callers are divided, and how the decisions of each node travel to each of them. Decisions that
 * come while all lanes of a node are taken wait, and travel together.
 */
final class Shards {

    private final Prices prices;
    private final int nodes;
    private final Map<Integer, Lanes[]> lanes = new HashMap<>();
    private final double[] cpuMicros;
    private long calls;
    private long decisions;

    Shards(int shards, int nodes, Prices prices) {
        this.prices = prices;
        this.nodes = nodes;
        this.cpuMicros = new double[shards];
    }

    int count() {
        return cpuMicros.length;
    }

    /**
     * A decision that a node needs from whichever shard has its caller.
     *
     * @param weight how many decisions it stands for: those that stand for ten travel as ten times as many would, since
     *     ten times as rare requests meet as often in ten times as slow lanes
     */
    void ask(int node, int caller, long nowMicros, int weight) {
        int shard = Math.floorMod(caller * 0x9E3779B9, cpuMicros.length);
        decisions += weight;
        lanes.computeIfAbsent(weight, this::lanes)[shard * nodes + node].ask(nowMicros);
    }

    private Lanes[] lanes(int weight) {
        Lanes[] some = new Lanes[cpuMicros.length * nodes];
        for (int i = 0; i < some.length; i++) {
            some[i] = new Lanes(i / nodes, weight);
        }
        return some;
    }

    long calls() {
        return calls;
    }

    long decisions() {
        return decisions;
    }

    double cpuMicros() {
        double sum = 0;
        for (double one : cpuMicros) {
            sum += one;
        }
        return sum;
    }

    /** Of the shard that has most to do. */
    double busiestMicros() {
        double most = 0;
        for (double one : cpuMicros) {
            most = Math.max(most, one);
        }
        return most;
    }

    /** Of one node to one shard. */
    private final class Lanes {

        private final int shard;
        private final int weight;
        private final double[] freeAt = new double[prices.lanes()];
        private int waiting;

        Lanes(int shard, int weight) {
            this.shard = shard;
            this.weight = weight;
        }

        void ask(double now) {
            int free = soonest();
            while (waiting > 0 && freeAt[free] <= now) {
                int together = Math.min(waiting, prices.mostTogether());
                waiting -= together;
                send(free, freeAt[free], together);
                free = soonest();
            }
            if (freeAt[free] <= now) {
                send(free, now, 1);
            } else {
                waiting++;
            }
        }

        private int soonest() {
            int soonest = 0;
            for (int i = 1; i < freeAt.length; i++) {
                soonest = freeAt[i] < freeAt[soonest] ? i : soonest;
            }
            return soonest;
        }

        private void send(int lane, double at, int together) {
            double work = prices.callMicros() + together * prices.decisionMicros();
            calls += weight;
            cpuMicros[shard] += work * weight;
            freeAt[lane] = at + (prices.roundTripMicros() + work) * weight;
        }
    }
}
