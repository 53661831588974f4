package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Three primaries: all counters of an identity in one slot; different identities asked first, then charged. */
class ClusterTest extends ClusterCase {

    private static GuardBuilder builder(String prefix) {
        return builder(prefix, "5s", "50/1h", "5/1h, 40/1d");
    }

    @Test
    void decidesAcrossSlotsAllOrNothing() {
        try (Guard guard = builder("a").build()) {
            Request bob = new Request("bob", "", "1.2.3.4");
            for (int i = 0; i < 5; i++) {
                Decision decision = decide(guard, bob);
                assertThat(decision.degraded()).isFalse();
                assertThat(decision.allowed()).isTrue();
            }
            assertThat(decide(guard, bob).rule()).isEqualTo("address");
            assertThat(guard.limiter("user").peek(Key.principal("bob")).remaining())
                    .hasValue(45);
        }
    }

    @Test
    void keepsAllCountersOfAnIdentityInOneSlot() {
        try (Guard guard = builder("b").build()) {
            decide(guard, new Request("eve", "", "5.6.7.8"));
            Set<String> keys = cluster.nodes().stream()
                    .flatMap(node -> node.ask(jedis -> jedis.keys("b:*")).stream())
                    .filter(key -> key.contains("{"))
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
                hits.add(pool.submit(
                        () -> decide(guard, new Request("bob", "", "1.2.3.4")).allowed()));
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

    /** A slot moves while its counter is in use: before, on the way, and after, every attempt counts once. */
    @Test
    void followsASlotThatMoves() {
        try (Guard guard = builder("d").build()) {
            RateLimiter user = guard.limiter("user");
            Key mover = Key.principal("mover");
            assertThat(user.tryAcquire(mover).remaining()).hasValue(49);
            String key = "d:1:{9.principal.5.mover}:user:L0";
            int slot = JedisClusterCRC16.getSlot(key);
            RedisServer from = holder(key);
            RedisServer to = cluster.nodes().stream()
                    .filter(node -> node != from)
                    .findFirst()
                    .orElseThrow();
            String fromId = from.ask(Jedis::clusterMyId);
            String toId = to.ask(Jedis::clusterMyId);
            to.ask(jedis -> jedis.clusterSetSlotImporting(slot, fromId));
            from.ask(jedis -> jedis.clusterSetSlotMigrating(slot, toId));
            expect(user, mover, 48);
            from.ask(jedis -> jedis.migrate("127.0.0.1", to.port(), key, 0, 5_000));
            expect(user, mover, 47);
            cluster.nodes().forEach(node -> node.ask(jedis -> jedis.clusterSetSlotNode(slot, toId)));
            expect(user, mover, 46);
            expect(user, mover, 45);
        }
    }

    private static void expect(RateLimiter user, Key key, long remaining) {
        Decision decision = user.tryAcquire(key);
        assertThat(decision.degraded()).isFalse();
        assertThat(decision.remaining()).hasValue(remaining);
    }

    private static RedisServer holder(String key) {
        return cluster.nodes().stream()
                .filter(node -> !node.ask(jedis -> jedis.keys(key)).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aCutConnectionIsNotRepeatedBlindly() {
        try (Guard guard = builder("e").build()) {
            RateLimiter user = guard.limiter("user");
            Key bob = Key.principal("bob");
            user.tryAcquire(bob);
            int counted = 1;
            for (int i = 0; i < 5; i++) {
                cluster.nodes()
                        .forEach(node -> node.ask(jedis ->
                                jedis.sendCommand(Protocol.Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes")));
                counted += user.tryAcquire(bob).degraded() ? 0 : 1;
                counted += user.tryAcquire(bob).degraded() ? 0 : 1;
            }
            assertThat(user.peek(bob).remaining()).hasValue(50 - counted);
        }
    }
}
