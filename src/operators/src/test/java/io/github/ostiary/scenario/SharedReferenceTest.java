package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.OpenEntrance;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Holds that a node explains what another one has given out, and Redis to what it is told of a flood. */
class SharedReferenceTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final String prefix = "explain:" + UUID.randomUUID();

    private GuardBuilder node(String redis) {
        return GuardBuilder.create()
                .redis(redis)
                .property("redis.timeout", "5s")
                .property("keyPrefix", prefix)
                .limit("api", "1/1h")
                .property("limit.api.key", "principal | ip")
                .property("limit.api.path", "/*");
    }

    private static String denied(Guard guard, TestCall call) {
        Decision decision = Entering.of(guard).enter(call, Position.FIRST).decision();
        String reference = Entrance.of(guard).reference(call, (Decision.Denied) decision);
        assertThat(reference).isNotNull();
        return reference;
    }

    @Test
    void anotherNodeExplainsIt() {
        String redis = RedisServer.shared().uri();
        TestCall bob = new TestCall("GET", "/posts").as("bob");
        try (Guard a = node(redis).build();
                Guard b = node(redis).build()) {
            Entering.of(a).enter(bob, Position.FIRST).end();
            String reference = denied(a, bob);
            Await.until(() -> OperatorApi.of(b).explained(reference).isPresent(), SOON);

            DenialRecord here = OperatorApi.of(a).explained(reference).orElseThrow();
            DenialRecord there =
                    OperatorApi.of(b).explained(reference.toLowerCase()).orElseThrow();

            assertThat(there.rule()).isEqualTo("api");
            assertThat(there.where().path()).isEqualTo("/posts");
            assertThat(there.where().node()).isEqualTo(here.where().node());
            assertThat(there.standings().get(0).identity().key()).contains(Key.principal("bob"));
            assertThat(there.standings().get(0).counters())
                    .isEqualTo(here.standings().get(0).counters());
            boolean ending = RedisServer.shared().ask(jedis -> jedis.keys(prefix + ":1:board:{explain}:*").stream()
                    .allMatch(key -> jedis.pttl(key) > 0));
            assertThat(ending).isTrue();
        }
    }

    @Test
    void aNodeThatEndsLeavesWhatItHasGivenOut() {
        String redis = RedisServer.shared().uri();
        try (Guard b = node(redis).build()) {
            Guard a = node(redis).build();
            String reference;
            try (a) {
                TestCall bob = new TestCall("GET", "/posts").as("bob");
                Entering.of(a).enter(bob, Position.FIRST).end();
                reference = denied(a, bob);
            }
            assertThat(OperatorApi.of(b).explained(reference)).isPresent();
        }
    }

    /** Neither a name nor a path reaches a Redis that is told no names. */
    @Test
    void withASecretRedisIsToldNoNames() {
        String redis = RedisServer.shared().uri();
        TestCall bob = new TestCall("GET", "/users/bobby-tables").as("bobby-tables");
        try (Guard a = node(redis).property("keySecret", "0123456789abcdef").build();
                Guard b = node(redis).property("keySecret", "0123456789abcdef").build()) {
            Entering.of(a).enter(bob, Position.FIRST).end();
            String reference = denied(a, bob);
            Await.until(() -> OperatorApi.of(b).explained(reference).isPresent(), SOON);

            DenialRecord there = OperatorApi.of(b).explained(reference).orElseThrow();

            assertThat(there.rule()).isEqualTo("api");
            assertThat(there.where().path()).isEmpty();
            assertThat(there.standings().get(0).identity().key()).isEmpty();
            assertThat(there.standings().get(0).identity().name()).startsWith("h.");
            assertThat(OperatorApi.of(a)
                            .explained(reference)
                            .orElseThrow()
                            .where()
                            .path())
                    .isEqualTo("/users/bobby-tables");
            boolean told = RedisServer.shared()
                    .ask(jedis -> jedis.hgetAll(prefix + ":1:board:{explain}:texts").values().stream()
                            .anyMatch(text -> text.contains("bobby")));
            assertThat(told).isFalse();
        }
    }

    /** A hundred thousand denials of ten thousand callers: Redis is called a few times a second. */
    @Test
    void aFloodOfDenialsIsNoFloodOfRedis() {
        try (RedisServer redis = RedisServer.start();
                Guard guard =
                        node(redis.uri()).property("block.all.ip", "10.0.0.0/8").build()) {
            OpenEntrance entrance = Entering.of(guard);
            long begun = System.nanoTime();
            for (int i = 0; i < 100_000; i++) {
                TestCall call = new TestCall("GET", "/").from("10.0." + i % 10_000 / 100 + "." + i % 100);
                Decision decision = entrance.enter(call, Position.FIRST).decision();
                assertThat(entrance.reference(call, (Decision.Denied) decision)).isNotNull();
            }
            long seconds = 1 + (System.nanoTime() - begun) / 1_000_000_000;

            assertThat(redis.commandCount("eval")).isLessThanOrEqualTo(10 + 10 * (seconds + 1));
        }
    }

    @Test
    void whoCannotAskSaysSo() {
        try (RedisServer redis = RedisServer.start();
                Guard guard =
                        node(redis.uri()).property("redis.timeout", "100ms").build()) {
            redis.kill();

            assertThatThrownBy(() -> OperatorApi.of(guard).explained("7F3KQ2ZD"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not answer");
            assertThat(OperatorApi.of(guard).explained("no reference")).isEmpty();
            TestCall bob = new TestCall("GET", "/").as("bob");
            Entering.of(guard).enter(bob, Position.FIRST).end();
            assertThat(OperatorApi.of(guard).explained(denied(guard, bob)))
                    .map(DenialRecord::rule)
                    .isEqualTo(Optional.of("api"));
        }
    }
}
