package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three primaries: all counters of an identity in one slot; different identities asked first, then charged. */
class ClusterTest {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static GuardBuilder builder(String prefix) {
        return GuardBuilder.create()
                .redis(cluster.uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", prefix)
                .limit("user", "50/1h")
                .property("limit.user.key", "principal")
                .property("limit.user.path", "/*")
                .limit("address", "5/1h, 40/1d")
                .property("limit.address.key", "ip")
                .property("limit.address.path", "/*");
    }

    private record Request(String user, String address) implements CallContext {

        @Override
        public Optional<String> path() {
            return Optional.of("/x");
        }

        @Override
        public Optional<String> principal() {
            return Optional.of(user);
        }

        @Override
        public Optional<String> peer() {
            return Optional.of(address);
        }
    }

    @Test
    void decidesAcrossSlotsAllOrNothing() {
        try (Guard guard = builder("a").build()) {
            Request bob = new Request("bob", "1.2.3.4");
            for (int i = 0; i < 5; i++) {
                Decision decision = guard.check(bob, Position.FIRST);
                assertThat(decision.degraded()).isFalse();
                assertThat(decision.allowed()).isTrue();
            }
            assertThat(guard.check(bob, Position.FIRST).rule()).isEqualTo("address");
            assertThat(guard.limiter("user").peek(Key.principal("bob")).remaining())
                    .hasValue(45);
        }
    }

    @Test
    void keepsAllCountersOfAnIdentityInOneSlot() {
        try (Guard guard = builder("b").build()) {
            guard.check(new Request("eve", "5.6.7.8"), Position.FIRST);
            Set<String> keys = cluster.nodes().stream()
                    .flatMap(node -> node.ask(jedis -> jedis.keys("b:*")).stream())
                    .filter(key -> !key.endsWith("probe"))
                    .collect(Collectors.toSet());
            assertThat(keys)
                    .containsExactlyInAnyOrder(
                            "b:1:{9.principal.3.eve}:user:L0",
                            "b:1:{2.ip.7.5.6.7.8}:address:L0",
                            "b:1:{2.ip.7.5.6.7.8}:address:L1");
        }
    }

    /** The race the design speaks of: whoever asked and then lost gets its other permits back. */
    @Test
    void neverOnePermitMoreAndLosersAreRefunded() throws Exception {
        try (Guard one = builder("c").build();
                Guard two = builder("c").build()) {
            ExecutorService pool = Executors.newFixedThreadPool(40);
            List<Future<Boolean>> hits = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                Guard guard = i % 2 == 0 ? one : two;
                hits.add(pool.submit(() -> guard.check(new Request("bob", "1.2.3.4"), Position.FIRST)
                        .allowed()));
            }
            int allowed = 0;
            for (Future<Boolean> hit : hits) {
                allowed += hit.get() ? 1 : 0;
            }
            pool.shutdown();
            assertThat(allowed).isLessThanOrEqualTo(5).isPositive();
            assertThat(one.limiter("user").peek(Key.principal("bob")).remaining())
                    .hasValue(50 - allowed);
        }
    }
}
