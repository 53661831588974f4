package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** What Redis can do to a guard, done to a real one. */
@Tag("slow")
@Together
class OutageTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");

    private static GuardBuilder builder(String uri) {
        return GuardBuilder.create().redis(uri).property("redis.timeout", "5s").limit("api", "4/1h");
    }

    private static Decision hit(Guard guard) {
        return guard.limiter("api").tryAcquire(BOB);
    }

    private static void awaitRecovery(Guard guard) {
        Await.until(() -> !guard.limiter("api").peek(Key.of("somebody")).degraded(), BOUND);
    }

    /** How many calls have waited for Redis in vain. */
    private static long timeouts(Guard guard) {
        return OperatorApi.of(guard).figures().store().orElseThrow().count(StoreFigure.TIMEOUTS);
    }

    @Test
    void startsWithoutRedisAndDecidesLocally() {
        try (Guard guard = builder("redis://127.0.0.1:1").build()) {
            for (int i = 0; i < 4; i++) {
                Decision decision = hit(guard);
                assertThat(decision.allowed()).isTrue();
                assertThat(decision.degraded()).isTrue();
            }
            assertThat(hit(guard).reason()).isEqualTo(Reason.RATE_LIMITED);
        }
    }

    @Test
    void allowsOrDeniesWhenToldTo() {
        try (Guard guard = builder("redis://127.0.0.1:1")
                .property("limit.api.onStoreFailure", "deny")
                .limit("open", "1/1h")
                .property("limit.open.onStoreFailure", "allow")
                .build()) {
            assertThat(hit(guard).reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
            for (int i = 0; i < 3; i++) {
                Decision open = guard.limiter("open").tryAcquire(BOB);
                assertThat(open.allowed()).isTrue();
                assertThat(open.degraded()).isTrue();
                assertThat(open.limit()).isEmpty();
            }
        }
    }

    @Test
    void sharesTheLimitAmongTheNodesExpected() {
        try (Guard guard =
                builder("redis://127.0.0.1:1").property("expectedNodes", "3").build()) {
            assertThat(hit(guard).allowed()).isTrue();
            assertThat(hit(guard).allowed()).as("4 / 3, rounded up, is 2").isTrue();
            assertThat(hit(guard).allowed()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sliding-log", "fixed-window", "sliding-window", "token-bucket", "leaky-bucket"})
    void theStandInKnowsOfMinimumIntervals(String algorithm) {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri())
                        .property("limit.api.algorithm", algorithm)
                        .property("limit.api.minInterval", "10m")
                        .build()) {
            assertThat(hit(guard).degraded()).isFalse();
            redis.kill();
            Await.until(
                    () -> {
                        Decision next = hit(guard);
                        assertThat(next.allowed()).isFalse();
                        assertThat(next.retryAfter().orElseThrow()).isGreaterThan(Duration.ofMinutes(9));
                        return next.degraded();
                    },
                    BOUND);
        }
    }

    @Test
    void aKilledRedisIsStoodInForAndReturnedTo() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            assertThat(hit(guard).remaining()).hasValue(3);
            redis.kill();
            Decision first = hit(guard);
            assertThat(first.allowed()).isTrue();
            assertThat(first.degraded()).isTrue();
            assertThat(first.remaining())
                    .as("what this node knows was used is used here too")
                    .hasValue(2);
            redis.restart();
            awaitRecovery(guard);
            assertThat(hit(guard).remaining())
                    .as("an empty Redis, its script gone")
                    .hasValue(3);
        }
    }

    @Test
    void whatThisNodeUsedCountsWhollyAgainstItsShare() {
        try (RedisServer redis = RedisServer.start();
                Guard guard =
                        builder(redis.uri()).property("expectedNodes", "2").build()) {
            hit(guard);
            hit(guard);
            redis.kill();
            assertThat(hit(guard).allowed()).as("2 of 4 / 2 are used").isFalse();
        }
    }

    @Test
    void aChargeBeyondThisNodesShareIsNotDeniedForever() {
        try (Guard guard =
                builder("redis://127.0.0.1:1").property("expectedNodes", "2").build()) {
            Decision decision = guard.limiter("api").tryAcquire(BOB, 3);
            assertThat(decision.allowed()).isFalse();
            assertThat(decision.permanent()).as("the limit is 4").isFalse();
            assertThat(decision.retryAfter()).isPresent();
            assertThat(guard.limiter("api").tryAcquire(BOB, 5).permanent()).isTrue();
        }
    }

    @Test
    void aKnownDenialIsKeptWhileRedisIsAway() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            for (int i = 0; i < 5; i++) {
                hit(guard);
            }
            redis.kill();
            Await.until(() -> guard.limiter("api").tryAcquire(Key.of("other")).degraded(), BOUND);
            assertThat(hit(guard).allowed()).isFalse();
        }
    }

    @Test
    void aHungRedisCostsTwoTimeoutsThenNothing() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri())
                        .property("redis.timeout", "300ms")
                        .property("metrics", "jmx")
                        .build()) {
            hit(guard);
            redis.pause();
            for (int i = 0; i < 2_000; i++) {
                assertThat(guard.limiter("api").tryAcquire(Key.of("k" + i)).degraded())
                        .isTrue();
            }
            assertThat(timeouts(guard)).as("waits until it opens").isBetween(1L, 5L);
            redis.resume();
            awaitRecovery(guard);
        }
    }

    @Test
    void cutConnectionsAreOneError() {
        try (RedisServer redis = RedisServer.start();
                Guard guard =
                        builder(redis.uri()).property("redis.timeout", "5s").build()) {
            hit(guard);
            redis.ask(jedis -> jedis.sendCommand(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes"));
            int degraded = 0;
            for (int i = 0; i < 10; i++) {
                degraded += guard.limiter("api").tryAcquire(Key.of("k" + i)).degraded() ? 1 : 0;
            }
            assertThat(degraded).isLessThanOrEqualTo(1);
            assertThat(guard.limiter("api").peek(BOB).remaining())
                    .as("no double charge")
                    .hasValue(3);
        }
    }

    @Test
    void aReplicaIsAFailureUntilItIsAPrimaryAgain() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            assertThat(hit(guard).degraded()).isFalse();
            redis.ask(jedis -> jedis.replicaof("127.0.0.1", 1));
            assertThat(hit(guard).degraded()).isTrue();
            redis.ask(Jedis::replicaofNoOne);
            awaitRecovery(guard);
            assertThat(hit(guard).degraded()).isFalse();
        }
    }

    @Test
    void outOfMemoryIsAFailureNotACrash() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            hit(guard);
            redis.configSet("maxmemory", "1");
            assertThat(hit(guard).degraded()).isTrue();
            redis.configSet("maxmemory", "0");
            awaitRecovery(guard);
            Await.until(() -> !hit(guard).degraded(), BOUND);
        }
    }

    @Test
    void aPasswordSetLaterIsAFailureNotACrash() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            hit(guard);
            redis.configSet("requirepass", "other");
            redis.ask(jedis -> {
                jedis.auth("other");
                return jedis.sendCommand(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes");
            });
            assertThat(hit(guard).degraded()).isTrue();
        }
    }

    @Test
    void anExhaustedPoolWaitsNoLongerThanTheBudget() {
        try (RedisServer redis = RedisServer.start();
                Guard guard =
                        builder(redis.uri()).property("redis.timeout", "200ms").build()) {
            hit(guard);
            redis.pause();
            assertThat(hit(guard).degraded()).isTrue();
            redis.resume();
            awaitRecovery(guard);
        }
    }
}
