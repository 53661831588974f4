package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Store;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis hangs up on idle clients ({@code timeout}): whoever comes next, by hand or with a decision, does not notice. */
@Tag("slow")
@Together
class IdleConnectionsTest {

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final LockId BOB =
            new LockId(LockoutPolicies.policy().lock(3, 3_600, 900).named("login"), "bob");

    /** Several connections at once, so that there are some that are used seldom. */
    private static void decide(Store store) throws Exception {
        Crowd.of(
                8,
                i -> () -> Asked.decide(
                        store, List.of(new Charge(Limits.of(Algorithm.SLIDING_LOG, "1000/1h"), "k" + i, 1))));
    }

    private static void awaitHangUp(List<RedisServer> servers) {
        servers.forEach(server -> server.configSet("timeout", "1"));
        Await.until(
                () -> servers.stream().allMatch(server -> server.ask(jedis -> jedis.info("clients"))
                        .contains("connected_clients:1\r")),
                BOUND);
    }

    private static void everythingWorks(String uri, List<RedisServer> servers) throws Exception {
        try (Store store = RedisStore.open(RedisUri.parse(uri), "idle", Duration.ofSeconds(2), TimeSource.system())) {
            store.ping();
            LockBook locks = store.locks();
            locks.lock(BOB, "", 300_000_000, "test");
            decide(store);
            awaitHangUp(servers);
            assertThat(locks.state(BOB).phase()).isEqualTo(Phase.LOCKED);
            awaitHangUp(servers);
            assertThat(locks.list(BOB.policy(), null, 10).keys()).hasSize(1);
            awaitHangUp(servers);
            locks.unlock(BOB);
            decide(store);
            awaitHangUp(servers);
            decide(store);
        }
    }

    @Test
    void oneServer() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            everythingWorks(redis.uri(), List.of(redis));
        }
    }

    @Test
    void aCluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.start()) {
            everythingWorks(cluster.uri(), cluster.nodes());
        }
    }
}
