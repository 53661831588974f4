package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks outlive a Redis that forgets them, for as long as one node knows of them. */
@Tag("slow")
@Together
class LockLossTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");
    private static final Key EVE = Key.principal("eve");

    private final RedisServer redis = RedisServer.start();
    private final Guard guard = node();

    private Guard node() {
        return GuardBuilder.create()
                .redis(redis.uri())
                .property("redis.timeout", "5s")
                .property("lockout.login.steps", "3/1m lock 5m")
                .build();
    }

    @AfterEach
    void close() {
        guard.close();
        redis.close();
    }

    private static void wrong(Guard guard, Key key, int times) {
        for (int i = 0; i < times; i++) {
            guard.lockouts("login").begin(key).close();
        }
    }

    private static Decision attempt(Guard guard, Key key) {
        try (Attempt attempt = guard.lockouts("login").begin(key)) {
            attempt.abandon();
            return attempt.decision();
        }
    }

    private static Phase phase(Guard guard, Key key) {
        return guard.lockouts("login").state(key).phase();
    }

    @Test
    void aFlushIsNoAmnesty() {
        wrong(guard, BOB, 3);
        redis.flushAll();
        Await.until(
                () -> {
                    assertThat(attempt(guard, BOB).reason()).isEqualTo(Decision.Reason.LOCKED);
                    return phase(guard, BOB) == Phase.LOCKED;
                },
                BOUND);
        assertThat(guard.lockouts("login").state(BOB).remaining())
                .hasValueSatisfying(left -> assertThat(left).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5)));
    }

    @Test
    void aRestartIsNoAmnestyOnOtherNodesEither() {
        try (Guard other = node()) {
            wrong(guard, BOB, 3);
            redis.kill();
            wrong(guard, EVE, 10);
            assertThat(attempt(guard, BOB).allowed()).isFalse();
            assertThat(attempt(guard, EVE).allowed()).isFalse();
            redis.restart();
            Await.until(() -> !attempt(guard, Key.of("anybody")).degraded(), BOUND);
            Await.until(() -> phase(other, BOB) == Phase.LOCKED && phase(other, EVE) == Phase.LOCKED, BOUND);
        }
    }

    @Test
    void whoIsUnlockedOnAnotherNodeStaysSo() {
        try (Guard other = node()) {
            wrong(guard, BOB, 3);
            other.lockouts("login").unlock(BOB);
            Await.until(() -> attempt(guard, BOB).allowed(), BOUND);
            assertThat(attempt(guard, BOB).allowed()).isTrue();
            assertThat(phase(other, BOB)).isEqualTo(Phase.OPEN);
        }
    }

    /** The connections of a node that was idle are closed by then, which it must find out before it sends a decision. */
    @Test
    void theFirstDecisionAfterARestartIsRedisOwn() {
        RedisServer saving = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        try (saving;
                Guard idle = GuardBuilder.create()
                        .redis(saving.uri())
                        .property("redis.timeout", "5s")
                        .property("lockout.login.steps", "3/1m lock 5m")
                        .build()) {
            wrong(idle, BOB, 3);
            saving.kill();
            saving.restart();
            long asked = System.nanoTime() + Duration.ofMillis(1_100).toNanos();
            Await.until(() -> System.nanoTime() > asked, BOUND);
            Decision first = attempt(idle, BOB);
            assertThat(first.degraded()).isFalse();
            assertThat(first.reason()).isEqualTo(Decision.Reason.LOCKED);
        }
    }
}
