package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.RuleOverridesTest.BOB;
import static io.github.ostiary.scenario.RuleOverridesTest.limit;
import static io.github.ostiary.scenario.RuleOverridesTest.rules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Values in force for a while on several nodes: all follow, whatever happens to Redis and to the node that put them. */
@Tag("slow")
@Together
class SharedOverridesTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration BOUND = Duration.ofSeconds(20);

    private static GuardBuilder node(String prefix) {
        return rules().redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s");
    }

    private static String prefix() {
        return "overrides-" + UUID.randomUUID();
    }

    @Test
    void everyNodeFollowsAndOneThatStartsLaterToo() {
        String prefix = prefix();
        try (Guard here = node(prefix).build();
                Guard there = node(prefix).build()) {
            RuleOverride made = here.rules().override("limit.reply.rate", "5/1h", HOUR, "incident 7");
            assertThat(made.onAllNodes()).isTrue();
            assertThat(limit(here)).isEqualTo(5);
            Await.until(() -> limit(there) == 5, BOUND);
            RuleOverride seen = there.rules().overrides().get(0);
            assertThat(seen.change()).isEqualTo(made.change());
            assertThat(Duration.between(seen.until(), made.until()).abs()).isLessThan(Duration.ofSeconds(5));
            try (Guard later = node(prefix).build()) {
                assertThat(limit(later)).as("from its first decision on").isEqualTo(5);
            }
            assertThat(there.rules().removeOverride("limit.reply.rate", "over")).isTrue();
            assertThat(limit(there)).isEqualTo(100);
            Await.until(() -> limit(here) == 100, BOUND);
            assertThat(here.rules().overrides()).isEmpty();
        }
    }

    @Test
    void itOutlivesTheNodeThatMadeItAndEndsByItselfInRedisToo() {
        String prefix = prefix();
        try (Guard there = node(prefix).build()) {
            try (Guard here = node(prefix).build()) {
                here.rules().override("limit.reply.rate", "5/1h", HOUR, "");
            }
            Await.until(() -> limit(there) == 5, BOUND);
            there.rules().override("limit.reply.rate", "6/1h", Duration.ofSeconds(1), "");
            Await.until(() -> limit(there) == 100 && there.rules().overrides().isEmpty(), BOUND);
        }
    }

    @Test
    void allNodesOfAClusterFollow() {
        try (RedisCluster cluster = RedisCluster.start();
                Guard here = rules().redis(cluster.uri())
                        .property("redis.timeout", "5s")
                        .build();
                Guard there = rules().redis(cluster.uri())
                        .property("redis.timeout", "5s")
                        .build()) {
            here.rules().override("limit.reply.rate", "5/1h", HOUR, "");
            Await.until(() -> limit(there) == 5, BOUND);
        }
    }

    @Test
    void whatANodeCannotReadOrFollowItIgnoresLoudlyAndOnce() {
        String prefix = prefix();
        try (LogLines log = LogLines.of("io.github.ostiary.book");
                Guard newer = node(prefix).limit("fresh", "9/1h").build();
                Guard older = node(prefix).build()) {
            newer.rules().override("limit.fresh.rate", "5/1h", HOUR, "unknown to the other");
            newer.rules().override("limit.reply.rate", "5/1h", HOUR, "known to both");
            garbage(prefix);
            newer.rules().override("limit.web.rate", "6/1h", HOUR, "so that all look again");
            Await.until(() -> older.rules().overrides().size() == 3, BOUND);
            assertThat(limit(older)).isEqualTo(5);
            assertThat(older.rules().overrides())
                    .filteredOn(each -> each.key().equals("limit.fresh.rate"))
                    .singleElement()
                    .satisfies(
                            each -> assertThat(each.problem().orElseThrow()).contains("there is no rule limit.fresh"));
            assertThat(newer.limiter("fresh").peek(BOB).limit()).hasValue(5);
            older.rules().override("enforce", "true", HOUR, "looks at all of them again");
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("limit.fresh"))
                    .hasSize(1);
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("another version"))
                    .as("once per node")
                    .hasSize(2);
        }
    }

    private static void garbage(String prefix) {
        RedisServer.shared().ask((Jedis jedis) -> {
            jedis.zadd(prefix + ":1:board:{overrides}:ends", 9e15, "limit.reply.burst");
            return jedis.hset(prefix + ":1:board:{overrides}:texts", "limit.reply.burst", "99\nfrom the future");
        });
    }

    @Test
    void anOutageEndsNoOverrideAndALossIsMadeGood() {
        try (RedisServer own = RedisServer.start()) {
            GuardBuilder node = rules().redis(own.uri()).property("redis.timeout", "2s");
            try (Guard here = node.build();
                    Guard there = node.build()) {
                here.rules().override("limit.reply.rate", "5/1h", HOUR, "");
                Await.until(() -> limit(there) == 5, BOUND);
                own.kill();
                assertThatThrownBy(() -> here.rules().override("limit.web.rate", "5/1h", HOUR, ""))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("does not answer");
                assertThat(there.rules().overrides()).hasSize(1);
                assertThat(limit(there)).isEqualTo(5);
                own.restart();
                Await.until(() -> own.ask(jedis -> jedis.zcard(boardOf(own))) == 1, BOUND);
                try (Guard later = node.build()) {
                    Await.until(() -> limit(later) == 5, BOUND);
                }
                assertThat(limit(here)).isEqualTo(5);
            }
        }
    }

    /** Whoever looked in between would take some for all, and end the others. */
    @Test
    void whatIsLostIsPutBackTogether() {
        try (RedisServer own = RedisServer.start();
                Guard here =
                        rules().redis(own.uri()).property("redis.timeout", "5s").build()) {
            here.rules().override("limit.reply.rate", "5/1h", HOUR, "");
            here.rules().override("limit.web.rate", "6/1h", HOUR, "");
            here.rules().override("concurrency.upload.permits", "1", HOUR, "");
            String sharedState = boardOf(own);
            own.flushAll();
            AtomicLong known = new AtomicLong();
            Await.until(() -> known.addAndGet(own.ask(jedis -> jedis.zcard(sharedState))) > 0, BOUND);
            assertThat(known).hasValue(3);
            assertThat(here.rules().overrides()).hasSize(3);
        }
    }

    private static String boardOf(RedisServer server) {
        return server.ask(jedis -> jedis.keys("*board:{overrides}:ends")).stream()
                .findFirst()
                .orElse("none");
    }
}
