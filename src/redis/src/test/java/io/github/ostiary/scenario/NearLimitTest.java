package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.GuardListener.NearLimit;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a window that are used up: an event in each window, on one node. */
@Together
class NearLimitTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Key BOB = Key.principal("bob");

    private final List<Event> heard = new CopyOnWriteArrayList<>();

    private void hear(Event event) {
        if (event.kind() == Kind.NEAR_LIMIT) {
            heard.add(event);
        }
    }

    private List<Integer> percents() {
        return heard.stream().map(event -> event.near().orElseThrow().percent()).toList();
    }

    private void await(int events) {
        Await.until(() -> heard.size() >= events, BOUND);
        assertThat(heard).hasSize(events);
    }

    /** Waits for what came before, since one thread hands on all events, in order. */
    private static void flush(Guard guard, List<Event> all) {
        int before = all.size();
        guard.limiter("flush").tryAcquire(BOB);
        Await.until(() -> all.size() > before, BOUND);
    }

    @Test
    void eachPartIsToldOnceInAWindowOfTheCalendar() {
        ManualTimeSource time = new ManualTimeSource();
        time.set(Instant.parse("2026-11-26T10:00:00Z").toEpochMilli() * 1_000);
        GuardBuilder builder = Nodes.builder(
                        "limit.api.rate=5/1s, 10/month", "limit.api.notify=80%, 100%", "limit.api.description=billed")
                .timeSource(time)
                .listener(this::hear);
        try (Guard guard = builder.build()) {
            for (int i = 0; i < 12; i++) {
                guard.limiter("api").tryAcquire(BOB);
                time.advance(Duration.ofSeconds(1));
            }
            await(2);
            assertThat(percents()).containsExactly(80, 100);
            Event first = heard.get(0);
            assertThat(first.rule()).isEqualTo("api");
            assertThat(first.key()).contains(BOB);
            assertThat(first.description()).contains("billed");
            assertThat(first.duration().orElseThrow()).isBetween(Duration.ofDays(4), Duration.ofDays(5));
            NearLimit near = first.near().orElseThrow();
            assertThat(near.quota())
                    .extracting("policy", "limit", "used", "resetsAt")
                    .containsExactly("api-month", 10L, 8L, Instant.parse("2026-12-01T00:00:00Z"));
            time.set(Instant.parse("2026-12-01T00:00:00Z").toEpochMilli() * 1_000);
            guard.limiter("api").tryAcquire(BOB, 5);
            time.advance(Duration.ofSeconds(1));
            guard.limiter("api").tryAcquire(BOB, 5);
            await(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sliding-log", "sliding-window", "fixed-window", "calendar"})
    void whatWasGivenBackAndTakenAgainIsNotToldAgain(String algorithm) {
        ManualTimeSource time = new ManualTimeSource();
        GuardBuilder builder = Nodes.builder(
                        "limit.api.rate=10/1h", "limit.api.notify=50%", "limit.api.algorithm=" + algorithm)
                .timeSource(time)
                .listener(this::hear);
        try (Guard guard = builder.build()) {
            guard.limiter("api").tryAcquire(BOB, 5);
            await(1);
            guard.limiter("api").credit(BOB, 3);
            guard.limiter("api").tryAcquire(BOB, 3);
            guard.limiter("api").tryAcquire(Key.principal("ann"), 6);
            await(2);
            time.advance(Duration.ofHours(2));
            guard.limiter("api").charge(BOB, 8);
            await(3);
            assertThat(heard.get(2).key()).contains(BOB);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"10/month", "10/1h"})
    void aRaisedQuotaIsAnnouncedAgain(String rate) {
        GuardBuilder builder = Nodes.builder("limit.api.rate=" + rate, "limit.api.notify=80%, 100%")
                .timeSource(new ManualTimeSource())
                .listener(this::hear);
        try (Guard guard = builder.build()) {
            guard.limiter("api").tryAcquire(BOB, 8);
            guard.limiter("api").tryAcquire(BOB, 2);
            await(2);
            guard.limiter("api").updateRate(rate.replace("10/", "100/"));
            guard.limiter("api").tryAcquire(BOB, 70);
            guard.limiter("api").tryAcquire(BOB, 20);
            await(4);
            assertThat(percents()).containsExactly(80, 100, 80, 100);
        }
    }

    @Test
    void trialsAndDenialsAndPartsOfAnAddressAreNotTold() {
        List<Event> all = new CopyOnWriteArrayList<>();
        GuardBuilder builder = Nodes.builder(
                        "limit.trial.rate=1/1h",
                        "limit.trial.notify=50%",
                        "limit.trial.enforce=false",
                        "limit.api.rate=4/1h",
                        "limit.api.notify=100%",
                        "limit.api.path=/api",
                        "limit.api.key=header:X-Key",
                        "limit.api.perIp=2/1h",
                        "limit.flush.rate=1/1h",
                        "limit.flush.notify=1%")
                .listener(all::add);
        try (Guard guard = builder.build()) {
            guard.limiter("trial").tryAcquire(BOB);
            guard.limiter("trial").tryAcquire(BOB);
            for (int i = 0; i < 4; i++) {
                Entering.of(guard)
                        .enter(new TestCall("GET", "/api").header("X-Key", "k"), Position.FIRST)
                        .end();
            }
            flush(guard, all);
            Await.until(() -> all.stream().anyMatch(event -> event.kind() == Kind.NEAR_LIMIT), BOUND);
            assertThat(all)
                    .extracting(Event::kind, Event::rule)
                    .containsOnly(tuple(Kind.LIMITED, "api"), tuple(Kind.NEAR_LIMIT, "flush"));
        }
    }

    /** What a call has cost is known when it has ended. */
    @Test
    void whatIsSettledIsAnnounced() {
        GuardBuilder builder = Nodes.builder("limit.api.rate=1000/month", "limit.api.notify=80%")
                .listener(this::hear);
        try (Guard guard = builder.build()) {
            guard.limiter("api").reserve(BOB, 100).settle(700);
            guard.limiter("api").reserve(BOB, 50).settle(300);
            await(1);
            assertThat(percents()).containsExactly(80);
        }
    }

    @Test
    void withoutAListenerRedisIsNotAsked() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = Nodes.builder("limit.api.rate=2/1h", "limit.api.notify=50%, 100%")
                        .redis(redis.uri())
                        .build()) {
            guard.limiter("api").tryAcquire(BOB);
            guard.limiter("api").tryAcquire(BOB);
            assertThat(redis.<Boolean>ask(jedis -> jedis.keys("*:N0*").isEmpty()))
                    .isTrue();
        }
    }

    /** Ten thousand calls of 12 threads on three nodes: each caller's 80 % and 100 % are one event each, on one of them. */
    @ParameterizedTest
    @ValueSource(strings = {"1000/month", "1000/1h"})
    void ofAFleetOneNodeTells(String rate) throws Exception {
        String prefix = "near:" + UUID.randomUUID();
        List<Guard> nodes = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(12);
        try {
            for (int i = 0; i < 3; i++) {
                nodes.add(Nodes.builder("limit.api.rate=" + rate, "limit.api.notify=80%, 100%")
                        .redis(RedisServer.shared().uri())
                        .property("keyPrefix", prefix)
                        .property("redis.timeout", "10s")
                        .listener(this::hear)
                        .build());
            }
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 12; t++) {
                Guard node = nodes.get(t % 3);
                Key key = Key.principal("caller" + t % 4);
                all.add(threads.submit(() -> {
                    for (int i = 0; i < 400; i++) {
                        node.limiter("api").tryAcquire(key, 1 + i % 2);
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            Await.until(() -> heard.size() >= 8, BOUND);
            for (Guard node : nodes) {
                node.close();
            }
            assertThat(heard)
                    .extracting(event -> event.key().orElseThrow() + " "
                            + event.key().orElseThrow().parts().get(0).value() + " "
                            + event.near().orElseThrow().percent())
                    .hasSize(8)
                    .doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
            nodes.forEach(Guard::close);
        }
    }
}
