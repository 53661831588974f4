package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisSentinel;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Losses that leave most of the data where they were: a failover to a replica that lagged, one primary of a cluster. */
@Tag("slow")
@Together
class PartialLossTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Key BOB = Key.principal("bob");
    private static final Key ANYBODY = Key.principal("anybody");

    private static Guard node(String uri) {
        return GuardBuilder.create()
                .redis(uri)
                .property("redis.timeout", "2s")
                .property("lockout.login.steps", "3/1h lock 15m x2 rearm 1")
                .build();
    }

    private static Lockouts login(Guard guard) {
        return guard.lockouts("login");
    }

    private static Decision attempt(Guard guard, Key key) {
        try (Attempt attempt = login(guard).begin(key)) {
            attempt.abandon();
            return attempt.decision();
        }
    }

    private static void awaitTheStore(Guard guard) {
        Await.until(() -> !attempt(guard, ANYBODY).degraded(), BOUND);
    }

    /** The replicas have the epoch's text, and neither of them the lock. */
    @Test
    void aFailoverToAReplicaThatLaggedIsNoAmnesty() {
        try (RedisSentinel redis = RedisSentinel.start();
                Guard here = node(redis.uri());
                Guard there = node(redis.uri())) {
            awaitTheStore(here);
            awaitTheStore(there);
            IntStream.range(0, 3).forEach(i -> login(here).begin(BOB).failed());
            redis.awaitReplication();
            redis.forEachReplica(jedis -> jedis.keys("*:login:K")
                    .forEach(key -> assertThat(jedis.del(key)).isOne()));
            redis.killPrimary();
            Await.until(() -> attempt(here, ANYBODY).degraded(), BOUND);
            awaitTheStore(here);
            for (int i = 0; i < 3; i++) {
                assertThat(attempt(here, BOB).reason()).isEqualTo(Decision.Reason.LOCKED);
            }
            awaitTheStore(there);
            Await.until(() -> login(there).state(BOB).phase() == Phase.LOCKED, BOUND);
        }
    }

    /** Nobody asks for the locks that are lost. */
    @Test
    void anEmptiedPrimaryOfAClusterIsNoticed() {
        try (RedisCluster redis = RedisCluster.start();
                Guard here = node(redis.uri());
                Guard there = node(redis.uri())) {
            awaitTheStore(here);
            List<Key> keys = IntStream.range(0, 60)
                    .mapToObj(i -> Key.principal("user" + i))
                    .toList();
            keys.forEach(key -> login(here).lock(key, Duration.ofMinutes(15), ""));
            Await.until(
                    () -> keys.stream().allMatch(key -> attempt(there, key).reason() == Decision.Reason.LOCKED), BOUND);
            login(there).unlock(keys.get(0));
            long noticed = System.nanoTime() + Duration.ofSeconds(3).toNanos();
            Await.until(() -> System.nanoTime() > noticed, BOUND);
            for (var primary : redis.nodes()) {
                primary.flushAll();
                Await.until(
                        () -> keys.stream()
                                .skip(1)
                                .allMatch(key -> login(there).state(key).phase() == Phase.LOCKED),
                        BOUND);
            }
            assertThat(login(there).state(keys.get(0)).phase()).isEqualTo(Phase.OPEN);
        }
    }
}
