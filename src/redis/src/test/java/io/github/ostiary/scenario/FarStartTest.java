package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A guard that is built where Redis is far away. */
class FarStartTest {

    private static final Duration ROUND_TRIP = Duration.ofMillis(10);
    private static final long MOST_ROUND_TRIPS = 14;

    @Test
    void aStartCostsFewRoundTripsAndTheFirstDecisionIsMadeByRedis() {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, ROUND_TRIP)) {
            for (int i = 0; i < 3; i++) {
                long before = far.roundTrips();
                try (Guard guard = GuardBuilder.create()
                        .redis(far.uri())
                        .property("redis.timeout", "5s")
                        .limit("page", "100/1m")
                        .property("lockout.login.steps", "3/1h lock 15m")
                        .property("lockout.login.key", "principal")
                        .build()) {
                    assertThat(far.roundTrips() - before).as("round trips").isBetween(1L, MOST_ROUND_TRIPS);
                    assertThat(guard.limiter("page").tryAcquire(Key.of("bob")).degraded())
                            .isFalse();
                }
            }
        }
    }
}
