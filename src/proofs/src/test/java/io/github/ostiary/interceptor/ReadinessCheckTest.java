package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Test;

/** Degraded is said, and is never down. */
class ReadinessCheckTest {

    private final ClassLoader application = new URLClassLoader(new URL[0], null);

    private Map<String, Object> data(Guard guard) {
        ApplicationGuards.bind(application, () -> guard);
        try {
            HealthCheckResponse response = new ReadinessCheck(application).call();
            assertThat(response.getName()).isEqualTo("ostiary");
            assertThat(response.getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
            return response.getData().orElseThrow();
        } finally {
            ApplicationGuards.unbind(application);
        }
    }

    @Test
    void countersInThisJvmCannotBeAway() {
        try (Guard guard = GuardBuilder.create().limit("a", "1/1m").build()) {
            assertThat(data(guard)).isEqualTo(Map.of("store", "local", "degraded", false, "unreachable", 0L));
        }
    }

    @Test
    void aRedisThatIsAwayIsSaid() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = GuardBuilder.create()
                        .redis(redis.uri())
                        .property("redis.timeout", "5s")
                        .limit("a", "1/1m")
                        .build()) {
            Await.until(() -> data(guard).get("degraded").equals(false), Duration.ofSeconds(30));
            redis.kill();
            Await.until(
                    () -> {
                        guard.limiter("a").tryAcquire(Key.of("bob"));
                        return data(guard).get("degraded").equals(true);
                    },
                    Duration.ofSeconds(30));
            assertThat(data(guard)).containsEntry("store", "shared").containsEntry("unreachable", 1L);
        }
    }

    @Test
    void beforeThereIsAGuardItIsReadyToo() {
        HealthCheckResponse response = new ReadinessCheck(application).call();
        assertThat(response.getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(response.getData().orElseThrow()).isEqualTo(Map.of("guard", "not started"));
    }
}
