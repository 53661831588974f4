package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.ManualTimeSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Plays a run of requests one after the other, each decided at the moment it comes: what a decision takes is not waited
 * for, so that nobody is decided while another's answer is under way. How calls travel, and what they cost Redis, is
 * reckoned beside it.
 */
final class SimulatedFleet {

    private final Scale scale;
    private final ManualTimeSource time = new ManualTimeSource();
    private final SimulatedRedis redis;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Shards> layouts;

    /**
     * A fleet that was not asked anything yet.
     *
     * @param layouts each reckons what the same decisions cost it
     */
    SimulatedFleet(Scale scale, boolean twoTiers, List<Shards> layouts) {
        this.scale = scale;
        this.layouts = layouts;
        this.redis = new SimulatedRedis(2L * scale.simulated() + 1, time);
        for (int i = 0; i < scale.nodes(); i++) {
            nodes.add(twoTiers ? Node.ofTwoTiers(scale, redis, time) : Node.ofOneTier(scale, redis, time));
        }
    }

    /** Whom it let in, by the request's number. */
    BitSet play(Traffic traffic) {
        BitSet admitted = new BitSet(traffic.requests());
        long begun = time.micros();
        boolean away = false;
        for (int i = 0; i < traffic.requests(); i++) {
            long now = traffic.micros(i);
            time.set(begun + now);
            if (now >= scale.outageFromMicros() && !away) {
                away = true;
                redis.fail();
            }
            long asked = redis.asked();
            if (nodes.get(traffic.node(i)).admits(Traffic.name(traffic.caller(i)))) {
                admitted.set(i);
            }
            if (redis.asked() > asked && now >= scale.countedFromMicros() && !away) {
                for (Shards layout : layouts) {
                    layout.ask(traffic.node(i), traffic.caller(i), now, scale.weight(traffic.caller(i)));
                }
            }
        }
        return admitted;
    }
}
