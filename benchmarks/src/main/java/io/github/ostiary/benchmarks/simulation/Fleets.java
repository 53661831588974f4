package io.github.ostiary.benchmarks.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** What a fleet of some size needs of Redis. */
final class Fleets {

    /** A server that is busy for more of its time than this keeps callers waiting. */
    static final double BUSY = 0.6;

    private static final int[] LAYOUTS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
    private static final double MICROS = 1e6;

    /**
     * A fleet's needs.
     *
     * @param callsPerSecond of scripts
     * @param decisionsPerSecond that travel in them
     * @param cores of Redis that are busy, all shards together
     * @param shards that suffice, or NaN if no number does, since one caller alone is too much for one
     * @param bytes of Redis
     * @param audit of whom the fleet let in
     */
    record Needs(
            double callsPerSecond, double decisionsPerSecond, double cores, double shards, double bytes, Audit audit) {}

    private Fleets() {}

    /** Simulates. */
    static Needs of(Scale scale, Traffic traffic, boolean twoTiers, Prices prices) {
        List<Shards> layouts = new ArrayList<>();
        for (int shards : LAYOUTS) {
            layouts.add(new Shards(shards, scale.nodes(), prices));
        }
        BitSet admitted = new SimulatedFleet(scale, twoTiers, layouts).play(traffic);
        Audit audit = Audit.of(scale, traffic, admitted);
        double seconds = scale.phases().counted();
        for (Shards layout : layouts) {
            if (layout.busiestMicros() / MICROS / seconds <= BUSY) {
                return needs(layout, layout.count(), seconds, bytes(audit, prices), audit);
            }
        }
        return needs(layouts.get(layouts.size() - 1), Double.NaN, seconds, bytes(audit, prices), audit);
    }

    private static Needs needs(Shards layout, double shards, double seconds, double bytes, Audit audit) {
        return new Needs(
                layout.calls() / seconds,
                layout.decisions() / seconds,
                layout.cpuMicros() / MICROS / seconds,
                shards,
                bytes,
                audit);
    }

    /** Of all counters that are there when the outage begins. */
    static double bytes(Audit audit, Prices prices) {
        return Prices.LYING * (audit.keys() * prices.keyBytes() + audit.entries() * prices.entryBytes());
    }
}
