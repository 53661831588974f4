package io.github.ostiary.model;

import java.util.ArrayDeque;
import java.util.Deque;

/** The permits that are used of a limit, and what nodes say of them. */
final class UsedPermits {

    private static final long WINDOW = (long) (Scenario.WINDOW * 1_000_000);

    private final World world;

    /** When and how many. */
    private final Deque<long[]> used = new ArrayDeque<>();

    private int creditedBy;
    private long creditedAt;

    UsedPermits(World world) {
        this.world = world;
    }

    void reset() {
        used.clear();
        creditedBy = 0;
        creditedAt = 0;
    }

    void took(int node, int permits, boolean allowed) {
        boolean room = used() + permits <= world.scenario.limit;
        boolean stale = node != creditedBy && world.clock.now() - creditedAt < 1_000_000;
        if (allowed) {
            charged(permits);
        }
        if (allowed && !room || room && !allowed && !stale) {
            world.checks.wrong(allowed ? "more permits are given than there are" : "permits that are left are denied");
        }
    }

    private void charged(int permits) {
        used.addLast(new long[] {world.clock.now(), permits});
    }

    /** A debt is at most one whole limit. */
    void chargedAfterwards(int permits) {
        long counted = Math.min(permits, 2L * world.scenario.limit - used());
        if (counted > 0) {
            charged((int) counted);
        }
    }

    void credited(int node, int permits) {
        creditedBy = node;
        creditedAt = world.clock.now();
        long left = permits;
        long unused = used();
        while (left > 0 && !used.isEmpty()) {
            long[] oldest = used.peekFirst();
            long taken = Math.min(left, oldest[1]);
            oldest[1] -= taken;
            left -= taken;
            if (oldest[1] == 0) {
                used.removeFirst();
            }
        }
    }

    private long used() {
        long sum = 0;
        while (!used.isEmpty() && world.clock.now() - used.peekFirst()[0] >= WINDOW) {
            used.removeFirst();
        }
        for (long[] each : used) {
            sum += each[1];
        }
        return sum;
    }

    long digest() {
        long hash = Mix.of(used(), Math.min(1_000_000, world.clock.now() - creditedAt) << 4 | creditedBy);
        for (long[] each : used) {
            hash = Mix.of(Mix.of(hash, world.clock.now() - each[0]), each[1]);
        }
        return hash;
    }

    /** What a node says that is left, and should not; or null. */
    String remaining() {
        long left = Math.max(0, world.scenario.limit - used());
        for (int i = 0; i < world.nodes.length; i++) {
            long told = world.touched[i] ? world.nodes[i].remaining(world.key[0]) : left;
            if (told != left) {
                return "node " + (i + 1) + " says that " + told + " permits are left, not " + left;
            }
        }
        return null;
    }
}
