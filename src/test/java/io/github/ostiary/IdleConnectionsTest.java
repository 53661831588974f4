package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Redis hangs up on idle clients ({@code timeout}): whoever comes next does not notice. */
class IdleConnectionsTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Key BOB = Key.principal("bob");

    private static GuardBuilder builder(String uri) {
        return GuardBuilder.create()
                .redis(uri)
                .property("redis.timeout", "2s")
                .limit("api", "1000/1h")
                .property("lockout.login.steps", "3/1h lock 15m");
    }

    /** Several connections at once, so that there are some that are used seldom. */
    private static boolean anyDegraded(Guard guard) throws Exception {
        return Crowd.of(
                        8,
                        i -> () ->
                                guard.limiter("api").tryAcquire(Key.of("k" + i)).degraded())
                .contains(true);
    }

    private static void awaitHangUp(List<RedisServer> servers) {
        servers.forEach(server -> server.configSet("timeout", "1"));
        Await.until(
                () -> servers.stream().allMatch(server -> server.ask(jedis -> jedis.info("clients"))
                        .contains("connected_clients:1\r")),
                BOUND);
    }

    private static void everythingWorks(Guard guard, List<RedisServer> servers) throws Exception {
        Lockouts login = guard.lockouts("login");
        login.lock(BOB, Duration.ofMinutes(5), "test");
        assertThat(anyDegraded(guard)).isFalse();
        awaitHangUp(servers);
        assertThat(login.state(BOB).phase()).isEqualTo(LockState.Phase.LOCKED);
        awaitHangUp(servers);
        assertThat(login.list(null, 10).lines()).hasSize(1);
        awaitHangUp(servers);
        login.unlock(BOB);
        assertThat(anyDegraded(guard)).isFalse();
        awaitHangUp(servers);
        assertThat(anyDegraded(guard)).isFalse();
    }

    @Test
    void oneServer() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            everythingWorks(guard, List.of(redis));
        }
    }

    @Test
    void aCluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.start();
                Guard guard = builder(cluster.uri()).build()) {
            cluster.nodes().forEach(node -> node.configSet("timeout", "0"));
            Lockouts login = guard.lockouts("login");
            login.lock(BOB, Duration.ofMinutes(5), "test");
            assertThat(anyDegraded(guard)).isFalse();
            for (int i = 0; i < 3; i++) {
                cluster.nodes().forEach(node -> node.configSet("timeout", "1"));
                awaitIdle(cluster);
                assertThat(login.state(BOB).phase()).isEqualTo(LockState.Phase.LOCKED);
                assertThat(anyDegraded(guard)).isFalse();
            }
        }
    }

    /** Links of the cluster bus are no clients. */
    private static void awaitIdle(RedisCluster cluster) {
        awaitHangUp(cluster.nodes());
    }
}
