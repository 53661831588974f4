package io.github.ostiary.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.setup.NodeClocks;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.MovedRedis;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Guards made of configuration text, as an application makes them, in a time of their own. */
final class World implements AutoCloseable {

    private static final Duration STALE = Duration.ofHours(1);

    private final Place place;
    private final List<Guard> guards = new ArrayList<>();
    private final ManualTimeSource time = new ManualTimeSource();
    private final ManualTimeSource node = new ManualTimeSource();
    private final String name = "vector:" + UUID.randomUUID();
    private final MovedRedis redis;

    private World(Place place, long micros) {
        this.place = place;
        time.set(micros);
        node.set(micros);
        redis = place == Place.LOCAL ? null : new MovedRedis(RedisServer.shared(), name + "-clock", micros);
    }

    static World open(Place place, int nodes, Map<String, String> properties, long micros) {
        World world = new World(place, micros);
        try {
            for (int i = 0; i < nodes; i++) {
                world.guards.add(world.guard(properties));
            }
            return world;
        } catch (RuntimeException | Error e) {
            world.close();
            throw e;
        }
    }

    private Guard guard(Map<String, String> properties) {
        GuardBuilder builder = GuardBuilder.create();
        properties.forEach(builder::property);
        if (place == Place.LOCAL) {
            return builder.timeSource(time).build();
        }
        return builder.redis(redis.uri())
                .property("keyPrefix", name)
                .property("redis.timeout", "10s")
                .timeSource(NodeClocks.following(node))
                .build();
    }

    /** The only guard, or the first. */
    Guard guard() {
        return guards.get(0);
    }

    Guard guard(int i) {
        return guards.get(i % guards.size());
    }

    long micros() {
        return time.micros();
    }

    /** The store's decisions in this time, and nothing that a guard's threads do beside. */
    Tiers tiers() {
        return (place == Place.LOCAL ? Backend.LOCAL : Backend.TWO_TIER).open(time, name);
    }

    /** Moves to a moment, everywhere. */
    void at(long micros) {
        long step = micros - time.micros();
        time.set(micros);
        node.advance(Duration.ofNanos(step * 1_000).plus(place == Place.REDIS ? STALE : Duration.ZERO));
        if (redis != null) {
            redis.moveTo(micros);
        }
    }

    /** Whatever is stored must end by itself. */
    void everythingEnds() {
        if (redis != null) {
            assertThat(redis.immortal(name + ":")).as("keys that never end").isEmpty();
        }
    }

    @Override
    public void close() {
        guards.forEach(Guard::close);
        if (redis != null) {
            redis.close();
        }
    }
}
