package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.Reservation;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.explain.UseReader;
import io.github.ostiary.notice.SiegeEvidence;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.UsePage;
import io.github.ostiary.operator.UsePage.KeyUse;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What all callers have used of a limit, for invoices. */
class UseExportTest {

    private static final Key BOB = Key.of("bob");

    private final ManualTimeSource time = new ManualTimeSource();
    private final String cluster = UUID.randomUUID().toString();
    private Tiers tiers;

    private void at(String moment) {
        time.set(Instant.parse(moment).toEpochMilli() * 1_000);
    }

    private static Limit limit(Algorithm algorithm, String rate) {
        Rate parsed = Rate.parse(rate);
        return new Limit(new LimitId("test", "test", "0"), algorithm.of(parsed), parsed, 0, false, false);
    }

    private Engine engine(Backend backend, Limit limit) {
        tiers = backend.open(time, cluster);
        return new Engine(
                new RuleSet(List.of(Rules.limit("test", List.of(limit))), List.of()),
                tiers,
                Key::canonical,
                100,
                null,
                new SiegeEvidence(),
                ChangeMaker.of(time));
    }

    private static List<KeyUse> all(UseReader reader, int max) {
        List<KeyUse> uses = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            UsePage page = reader.page("test", cursor, max);
            uses.addAll(page.uses());
            cursor = page.next().orElse(null);
        } while (cursor != null);
        return uses;
    }

    @ParameterizedTest
    @EnumSource(names = {"REDIS", "TWO_TIER"})
    void theWindowBeforeIsThereWhenTheNextIsUsed(Backend backend) {
        at("2026-11-29T10:00:00Z");
        try (Engine guard = engine(backend, limit(Algorithm.CALENDAR, "100/month"))) {
            UseReader reader = new UseReader(guard::inForce, tiers, time);
            guard.limiter("test").tryAcquire(BOB, 7);
            assertThat(all(reader, 100)).extracting(KeyUse::used).containsExactly(7L);
            at("2026-12-02T10:00:00Z");
            KeyUse november = all(reader, 100).get(0);
            assertThat(november.used()).as("before the first use of December").isEqualTo(7);
            assertThat(november.begins()).contains(Instant.parse("2026-11-01T00:00:00Z"));
            assertThat(november.ends()).isEqualTo("2026-12-01T00:00:00Z");
            guard.limiter("test").tryAcquire(BOB, 2);
            guard.limiter("test").tryAcquire(BOB, 3);
            assertThat(all(reader, 100))
                    .extracting(KeyUse::used, use -> use.begins().map(Instant::toString))
                    .containsExactlyInAnyOrder(
                            tuple(5L, Optional.of("2026-12-01T00:00:00Z")),
                            tuple(7L, Optional.of("2026-11-01T00:00:00Z")));
            at("2027-01-01T00:00:00Z");
            guard.limiter("test").tryAcquire(BOB);
            assertThat(all(reader, 100)).extracting(KeyUse::used).containsExactlyInAnyOrder(1L, 5L);
        }
    }

    /** A call of November that ends in December corrects what is reported of November, and nothing of December. */
    @Test
    void whatEndsInTheNextWindowIsReportedOfItsOwn() {
        at("2026-11-30T23:59:00Z");
        try (Engine guard = engine(Backend.REDIS, limit(Algorithm.CALENDAR, "1000/month"))) {
            UseReader reader = new UseReader(guard::inForce, tiers, time);
            Reservation less = guard.limiter("test").reserve(BOB, 100);
            Reservation more = guard.limiter("test").reserve(BOB, 100);
            Reservation open = guard.limiter("test").reserve(BOB, 100);
            assertThat(all(reader, 100)).extracting(KeyUse::used).containsExactly(300L);
            at("2026-12-01T00:01:00Z");
            less.settle(30);
            assertThat(all(reader, 100)).extracting(KeyUse::used).containsExactly(230L);
            guard.limiter("test").tryAcquire(BOB, 7);
            more.settle(250);
            assertThat(all(reader, 100)).extracting(KeyUse::used).containsExactlyInAnyOrder(7L, 380L);
            at("2026-12-01T23:58:00Z");
            open.settle(0);
            assertThat(all(reader, 100)).extracting(KeyUse::used).containsExactlyInAnyOrder(7L, 280L);
        }
    }

    private long bytes(Algorithm algorithm, String rate) {
        at("2026-10-29T10:00:00Z");
        try (Engine guard = engine(Backend.REDIS, limit(algorithm, rate))) {
            for (int i = 0; i < 4; i++) {
                guard.limiter("test").tryAcquire(BOB, 90_000);
                time.advance(Duration.ofDays(31));
            }
            String key = cluster + ":1:{3.key.3.bob}:test:" + algorithm.letter() + "0";
            return RedisServer.shared().<Long>ask(jedis -> jedis.memoryUsage(key));
        }
    }

    @Test
    void twoWindowsOfTheCalendarTakeNoMoreRoomThanAFixedWindow() {
        long fixed = bytes(Algorithm.FIXED_WINDOW, "100000/31d");
        assertThat(bytes(Algorithm.CALENDAR, "100000/month")).isLessThanOrEqualTo(fixed + fixed / 10);
    }

    @ParameterizedTest
    @EnumSource
    void eachAlgorithmTellsWhatIsUsedBeyondTheLimitToo(Algorithm algorithm) {
        at("2026-11-29T10:00:00Z");
        try (Engine guard = engine(Backend.TWO_TIER, limit(algorithm, "10/1h"))) {
            guard.limiter("test").tryAcquire(BOB, 10);
            assertThat(guard.limiter("test").tryAcquire(BOB).allowed()).isFalse();
            guard.limiter("test").charge(BOB, 4);
            List<KeyUse> uses = all(new UseReader(guard::inForce, tiers, time), 100);
            assertThat(uses).extracting(KeyUse::identity).containsExactly("3.key.3.bob");
            assertThat(uses.get(0).used()).isEqualTo(algorithm.isBucket() ? 10 : 14);
            assertThat(uses.get(0).begins().isPresent()).isEqualTo(algorithm == Algorithm.CALENDAR);
        }
    }

    @Test
    void aMillionCallersWouldBePagedAndNoneIsLeftOut() {
        String prefix = "export:" + UUID.randomUUID();
        GuardBuilder builder = Nodes.builder(
                        "limit.api.rate=5/1h",
                        "limit.api.rate.by=attribute:plan",
                        "limit.api.rate.gold=100/1h",
                        "limit.apis.rate=5/1h")
                .redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s");
        try (Guard guard = builder.build()) {
            Map<String, Long> expected = new HashMap<>();
            for (int i = 0; i < 1_200; i++) {
                guard.limiter("api").charge(Key.of("caller" + i), 1 + i % 7);
                expected.put("3.key." + ("caller" + i).length() + ".caller" + i, 1L + i % 7);
            }
            guard.limiter("apis").tryAcquire(BOB);
            Map<String, Long> found = new HashMap<>();
            int pages = 0;
            @Nullable String cursor = null;
            do {
                UsePage page = OperatorApi.of(guard).uses("api", cursor, 100);
                assertThat(page.uses().size()).isLessThan(1_000);
                page.uses().forEach(use -> found.put(use.identity(), use.used()));
                cursor = page.next().orElse(null);
                pages++;
            } while (cursor != null);
            assertThat(pages).isGreaterThan(2);
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void ofAClusterAllServersAreRead() {
        try (RedisCluster cluster = RedisCluster.start();
                Guard guard = Nodes.builder("limit.api.rate=50/month")
                        .redis(cluster.uri())
                        .property("redis.timeout", "5s")
                        .build()) {
            for (int i = 0; i < 60; i++) {
                guard.limiter("api").tryAcquire(Key.of("caller" + i));
            }
            List<KeyUse> all = new ArrayList<>();
            @Nullable String cursor = null;
            do {
                UsePage page = OperatorApi.of(guard).uses("api", cursor, 10);
                all.addAll(page.uses());
                cursor = page.next().orElse(null);
            } while (cursor != null);
            assertThat(all).extracting(KeyUse::identity).hasSize(60).doesNotHaveDuplicates();
        }
    }

    @Test
    void thereMustBeARedisThatAnswers() {
        try (Nodes nodes = Nodes.local("limit.api.rate=5/1h")) {
            assertThatThrownBy(() -> OperatorApi.of(nodes.node(0)).uses("api", null, 10))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("counters are kept in this JVM");
            assertThatThrownBy(() -> OperatorApi.of(nodes.node(0)).uses("apo", null, 10))
                    .hasMessageContaining("did you mean 'api'");
            assertThatThrownBy(() -> OperatorApi.of(nodes.node(0)).uses("api", null, 0))
                    .hasMessageContaining("max must be 1 to 10000");
        }
        try (RedisServer redis = RedisServer.start();
                Guard guard = Nodes.builder("limit.api.rate=5/1h")
                        .redis(redis.uri())
                        .property("redis.timeout", "500ms")
                        .build()) {
            redis.kill();
            assertThatThrownBy(() -> OperatorApi.of(guard).uses("api", null, 10))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Redis does not answer");
        }
    }
}
