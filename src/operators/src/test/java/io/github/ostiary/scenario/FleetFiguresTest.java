package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisSentinel;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes on one Redis tell each other what they have done, in as few calls as is promised. */
@Tag("slow")
@Together
class FleetFiguresTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final String prefix = "fleet:" + UUID.randomUUID();

    private Guard node(String redis, String rate) {
        return GuardBuilder.create()
                .redis(redis)
                .property("redis.timeout", "2s")
                .property("keyPrefix", prefix)
                .property("metrics", "jmx")
                .limit("reply", rate)
                .build();
    }

    private static void use(Guard guard, int times) {
        for (int i = 0; i < times; i++) {
            guard.limiter("reply").tryAcquire(Key.principal("bobby-tables"));
        }
    }

    private static Fleet fleet(Guard guard) {
        return OperatorApi.of(guard).fleet();
    }

    private static RuleFigures reply(Fleet fleet) {
        return fleet.figures().rules().get(0);
    }

    @Test
    void figuresOfThreeNodesAreAddedUpAndCostOneCallInFiveSeconds() {
        try (RedisServer redis = RedisServer.start();
                Guard a = node(redis.uri(), "6/1h");
                Guard b = node(redis.uri(), "6/1h")) {
            use(a, 4);
            use(b, 4);
            try (Guard c = node(redis.uri(), "7/1h")) {
                use(c, 2);
                Await.until(
                        () -> fleet(a).running().size() == 3 && reply(fleet(a)).deniedInAll() == 3, SOON);
                Fleet fleet = fleet(b);
                Await.until(() -> reply(fleet(b)).allowed() == 7, SOON);
                assertThat(fleet.coverage()).isEqualTo(Coverage.ALL_NODES);
                assertThat(fleet.differing()).hasSize(1);
                assertThat(fleet.differing().get(0).id()).isEqualTo(fleet(c).self());
                FleetNode first = fleet.node(fleet(a).self()).orElseThrow();
                assertThat(first.figures().rules().get(0).allowed()).isEqualTo(4);
                assertThat(first.life().heard()).isLessThan(Duration.ofSeconds(10));
            }
            Fleet without = fleet(a);
            assertThat(without.gone()).hasSize(1);
            assertThat(without.gone().get(0).life().state()).isEqualTo(State.STOPPED);
            assertThat(without.differing()).isEmpty();
            String texts = redis.ask(jedis -> String.join(" ", jedis.hvals(prefix + ":1:board:{fleet}:texts")));
            assertThat(texts).contains("limit.reply").doesNotContain("bobby");

            long before = redis.commandCount("eval");
            long from = System.nanoTime();
            Await.until(() -> System.nanoTime() - from > 16_000_000_000L, SOON);
            Await.until(() -> redis.commandCount("eval") - before >= 4, SOON);
            long calls = redis.commandCount("eval") - before;
            long seconds = (System.nanoTime() - from) / 1_000_000_000;
            assertThat(calls).as("of two nodes in %s s", seconds).isLessThanOrEqualTo(seconds / 2);
        }
    }

    @Test
    void withoutRedisEachNodeShowsItself() {
        RedisServer redis = RedisServer.start();
        try (redis;
                Guard a = node(redis.uri(), "6/1h");
                Guard b = node(redis.uri(), "6/1h")) {
            use(a, 1);
            Await.until(() -> fleet(a).running().size() == 2, SOON);
            redis.kill();
            Fleet alone = fleet(a);
            assertThat(alone.coverage()).isEqualTo(Coverage.STORE_AWAY);
            assertThat(alone.running()).extracting(FleetNode::id).containsExactly(alone.self());
            assertThat(reply(alone).allowed()).isEqualTo(1);
            assertThat(fleet(b).coverage()).isEqualTo(Coverage.STORE_AWAY);
        }
    }

    @Test
    void aClusterAndSentinelsHaveFleetsToo() {
        try (RedisCluster cluster = RedisCluster.start();
                RedisSentinel sentinel = RedisSentinel.start()) {
            for (String uri : List.of(cluster.uri(), sentinel.uri())) {
                try (Guard a = node(uri, "6/1h");
                        Guard b = node(uri, "6/1h")) {
                    use(b, 3);
                    Await.until(() -> reply(fleet(a)).allowed() == 3, SOON);
                    assertThat(fleet(a).running()).hasSize(2);
                }
            }
        }
    }

    /** As the command line does, and a guard without console and metrics. */
    @Test
    void whoCountsLittleAsksAndSaysNothing() {
        String redis = RedisServer.shared().uri();
        try (Guard a = node(redis, "6/1h");
                Guard asks = GuardBuilder.create()
                        .redis(redis)
                        .property("redis.timeout", "2s")
                        .property("keyPrefix", prefix)
                        .build()) {
            use(a, 2);
            Await.until(() -> fleet(asks).running().size() == 1, SOON);
            assertThat(fleet(asks).self()).isEmpty();
            Await.until(() -> reply(fleet(asks)).allowed() == 2, SOON);
            assertThat(fleet(a).running()).hasSize(1);
        }
    }
}
