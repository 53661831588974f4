package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Lockouts;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners are told, and what they cannot do to requests. */
@Together
class ListenerTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");
    private static final String[] RULES = {
        "lockout.login.steps=2/1h challenge, 3/1h lock 15m, 4/1h block",
        "lockout.login.victimLock=accept",
        "lockout.login.key=principal",
        "limit.api.rate=1/1h",
        "concurrency.c.permits=1",
        "concurrency.c.wait=50ms"
    };

    private static final String[] DESCRIBED = {
        "limit.api.rate=1/1h",
        "limit.api.description=One an hour is enough",
        "concurrency.c.permits=1",
        "concurrency.c.description=One at a time",
        "lockout.login.steps=1/1h lock 15m",
        "lockout.login.key=principal",
        "lockout.login.description=Guessing stops here"
    };

    private final List<Event> told = new CopyOnWriteArrayList<>();

    private void awaitTold(Kind kind, String rule) {
        Await.until(
                () -> told.stream()
                        .anyMatch(event -> event.kind() == kind && event.rule().equals(rule)),
                BOUND);
    }

    private long count(Kind kind) {
        return told.stream().filter(event -> event.kind() == kind).count();
    }

    private Guard guard(boolean redis) {
        var builder = Nodes.builder(RULES).listener(told::add);
        if (redis) {
            builder.redis(RedisServer.shared().uri())
                    .property("redis.timeout", "5s")
                    .property("keyPrefix", "listener:" + java.util.UUID.randomUUID());
        }
        return builder.build();
    }

    @Test
    void rulesAreDescribedToOperators() {
        try (Guard guard = Nodes.builder(DESCRIBED).listener(told::add).build()) {
            Decision allowed = guard.limiter("api").tryAcquire(BOB);
            Decision denied = guard.limiter("api").tryAcquire(BOB);
            assertThat(List.of(allowed, denied))
                    .allSatisfy(decision ->
                            assertThat(decision.quotas().get(0).description()).contains("One an hour is enough"));
            try (Lease only = guard.semaphores("c").tryEnter(BOB);
                    Lease more = guard.semaphores("c").tryEnter(BOB)) {
                assertThat(List.of(only.granted(), more.granted())).containsExactly(true, false);
            }
            guard.lockouts("login").begin(BOB).failed();
            awaitTold(Kind.LOCKED, "login");
            guard.lockouts("login").unlock(BOB);
            awaitTold(Kind.UNLOCKED, "login");
            assertThat(told)
                    .extracting(Event::kind, event -> event.description().orElse(""))
                    .containsExactly(
                            tuple(Kind.LIMITED, "One an hour is enough"),
                            tuple(Kind.LIMITED, "One at a time"),
                            tuple(Kind.LOCKED, "Guessing stops here"),
                            tuple(Kind.UNLOCKED, "Guessing stops here"));
        }
    }

    @ParameterizedTest(name = "on Redis: {0}")
    @ValueSource(booleans = {false, true})
    void eachStepIsToldOnce(boolean redis) throws Exception {
        try (Guard guard = guard(redis)) {
            Lockouts login = guard.lockouts("login");
            login.begin(BOB).failed();
            login.begin(BOB).failed();
            awaitTold(Kind.CHALLENGED, "login");
            login.beginChallenge(BOB).succeeded();
            login.begin(BOB).failed();
            awaitTold(Kind.LOCKED, "login");
            for (int i = 0; i < 10; i++) {
                login.begin(BOB);
            }
            Event locked = told.get(told.size() - 1);
            assertThat(locked.key()).contains(BOB);
            assertThat(locked.duration().orElseThrow()).isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
            assertThat(locked.toString()).doesNotContain("bob");
            login.unlock(BOB);
            awaitTold(Kind.UNLOCKED, "login");
            login.block(BOB, "");
            awaitTold(Kind.BLOCKED, "login");
            login.lock(Key.principal("amy"), Duration.ofMinutes(1), "");
            Await.until(() -> count(Kind.LOCKED) == 2, BOUND);
            assertThat(told)
                    .extracting(Event::kind)
                    .containsExactly(Kind.CHALLENGED, Kind.LOCKED, Kind.UNLOCKED, Kind.BLOCKED, Kind.LOCKED);
        }
    }

    @ParameterizedTest(name = "on Redis: {0}")
    @ValueSource(booleans = {false, true})
    void limitsAndConcurrencyAreTold(boolean redis) throws Exception {
        try (Guard guard = guard(redis)) {
            guard.limiter("api").tryAcquire(BOB);
            guard.limiter("api").tryAcquire(BOB);
            awaitTold(Kind.LIMITED, "api");
            try (Lease lease = guard.semaphores("c").tryEnter(BOB)) {
                assertThat(lease.granted()).isTrue();
                assertThat(guard.semaphores("c")
                                .enter(BOB, Duration.ofMillis(50))
                                .granted())
                        .isFalse();
            }
            awaitTold(Kind.LIMITED, "c");
            assertThat(count(Kind.LIMITED)).isEqualTo(2);
        }
    }

    /** A lock that nobody's word began, but time: found by whoever asks next. */
    @ParameterizedTest(name = "on Redis: {0}")
    @ValueSource(booleans = {false, true})
    void aLockThatAnUnsettledAttemptBeganIsTold(boolean redis) {
        var builder = Nodes.builder("lockout.login.steps=1/1h lock 15m", "lockout.login.settle=1s")
                .listener(told::add);
        if (redis) {
            builder.redis(RedisServer.shared().uri()).property("keyPrefix", "listener:" + java.util.UUID.randomUUID());
        }
        try (Guard guard = builder.build()) {
            assertThat(guard.lockouts("login").begin(BOB).allowed()).isTrue();
            Await.until(() -> guard.lockouts("login").begin(BOB).decision().reason() == Decision.Reason.LOCKED, BOUND);
            awaitTold(Kind.LOCKED, "login");
        }
    }

    @Test
    void theStoreIsToldOf() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = Nodes.builder(RULES)
                        .listener(told::add)
                        .redis(redis.uri())
                        .build()) {
            guard.limiter("api").tryAcquire(BOB);
            assertThat(told).isEmpty();
            redis.kill();
            for (int i = 0; i < 20; i++) {
                guard.limiter("api").tryAcquire(Key.of("k" + i));
            }
            awaitTold(Kind.STORE_DEGRADED, "");
            redis.restart();
            awaitTold(Kind.STORE_RECOVERED, "");
            assertThat(told).allMatch(event -> event.key().isEmpty() || event.kind() == Kind.LIMITED);
        }
    }

    @Test
    void aSlowListenerHoldsNobodyUpAndABrokenOneBreaksNobody() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        AtomicInteger heard = new AtomicInteger();
        try (Guard guard = Nodes.builder("limit.api.rate=1/1h")
                .listener(event -> {
                    throw new IllegalStateException("meant to break");
                })
                .listener(event -> {
                    throw new AssertionError("very broken");
                })
                .listener(event -> {
                    entered.countDown();
                    heard.incrementAndGet();
                    try {
                        assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .build()) {
            guard.limiter("api").tryAcquire(BOB);
            for (int i = 0; i < 5_000; i++) {
                Decision unused = guard.limiter("api").tryAcquire(BOB);
            }
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(heard).as("it still hangs in the first").hasValue(1);
            gate.countDown();
            Await.until(() -> heard.get() > 900, BOUND);
            assertThat(heard.get()).as("bounded").isLessThanOrEqualTo(1_001);
        }
    }
}
