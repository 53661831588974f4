package io.github.ostiary.testing;

import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.setup.GuardBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Guards as an application builds them, by lines of a properties file; nodes on one Redis share their counters. */
public final class Nodes implements AutoCloseable {

    private final List<Guard> guards = new ArrayList<>();

    private Nodes() {}

    /** One node on its own, by the system's clock. */
    public static Nodes local(String... lines) {
        return new Nodes().add(builder(lines));
    }

    /** One node on its own, its clock in the test's hand. */
    public static Nodes local(ManualTimeSource time, String... lines) {
        return new Nodes().add(builder(lines).timeSource(time));
    }

    /** So many nodes on a Redis; counters are this call's own. */
    public static Nodes redis(int count, String uri, String... lines) {
        Nodes nodes = new Nodes();
        String prefix = "nodes:" + UUID.randomUUID();
        for (int i = 0; i < count; i++) {
            nodes.add(builder(lines).redis(uri).property("keyPrefix", prefix).property("redis.timeout", "5s"));
        }
        return nodes;
    }

    /** None on Redis stands for one on its own. */
    public static Nodes of(int onRedis, String... lines) {
        return onRedis == 0 ? local(lines) : redis(onRedis, RedisServer.shared().uri(), lines);
    }

    /** What such lines say. */
    public static GuardBuilder builder(String... lines) {
        GuardBuilder builder = GuardBuilder.create();
        for (String line : lines) {
            String[] pair = line.split("=", 2);
            builder.property(pair[0], pair[1]);
        }
        return builder;
    }

    private Nodes add(GuardBuilder builder) {
        guards.add(builder.build());
        return this;
    }

    /** The n-th, counted round. */
    public Guard node(int n) {
        return guards.get(n % guards.size());
    }

    @Override
    public void close() {
        guards.forEach(Guard::close);
    }
}
