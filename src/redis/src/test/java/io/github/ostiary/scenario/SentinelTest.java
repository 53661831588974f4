package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisSentinel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One primary, two replicas, one sentinel. */
class SentinelTest {

    private static final Duration BOUND = Duration.ofSeconds(30);

    @Test
    void aFailoverIsABoundedOutage() {
        try (RedisSentinel sentinel = RedisSentinel.start();
                Guard guard = GuardBuilder.create()
                        .redis(sentinel.uri())
                        .property("redis.timeout", "2s")
                        .limit("api", "100/1h")
                        .build()) {
            RateLimiter api = guard.limiter("api");
            assertThat(api.tryAcquire(Key.of("bob")).degraded()).isFalse();
            sentinel.awaitReplication();
            sentinel.killPrimary();
            Decision during = api.tryAcquire(Key.of("bob"));
            assertThat(during.allowed()).as("stood in for").isTrue();
            Await.until(() -> !api.tryAcquire(Key.of("eve")).degraded(), BOUND);
            assertThat(api.peek(Key.of("bob")).remaining().getAsLong())
                    .as("what was replicated is still counted")
                    .isEqualTo(99);
        }
    }

    @Test
    void startsWhileNoSentinelAnswers() {
        try (Guard guard = GuardBuilder.create()
                .redis("redis+sentinel://127.0.0.1:1,127.0.0.1:2/main")
                .limit("api", "1/1h")
                .build()) {
            assertThat(guard.limiter("api").tryAcquire(Key.of("bob")).allowed()).isTrue();
            assertThat(guard.limiter("api").tryAcquire(Key.of("bob")).allowed()).isFalse();
        }
    }
}
