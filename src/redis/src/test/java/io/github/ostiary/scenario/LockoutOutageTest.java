package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of attempts when Redis goes away under them. */
@Tag("slow")
@Together
class LockoutOutageTest extends LockoutOutageCase {

    private static final String ABSENT = "redis://127.0.0.1:1";

    @Test
    void withoutRedisThresholdsAreThisNodesAloneAndUndivided() {
        try (Guard guard = builder(ABSENT, "expectedNodes=5").build()) {
            for (int i = 0; i < 3; i++) {
                try (Attempt attempt = login(guard).begin(BOB)) {
                    assertThat(attempt.allowed()).isTrue();
                    assertThat(attempt.decision().degraded()).isTrue();
                }
            }
            Decision locked = login(guard).begin(BOB).decision();
            assertThat(locked.reason()).isEqualTo(Reason.LOCKED);
            assertThat(locked.retryAfter().orElseThrow()).isGreaterThan(Duration.ofMinutes(14));
        }
    }

    @Test
    void policiesAllowOrDeny() {
        try (Guard guard = builder(ABSENT, "lockout.login.onStoreFailure=deny").build()) {
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        }
        try (Guard guard = builder(ABSENT, "lockout.login.onStoreFailure=allow").build()) {
            for (int i = 0; i < 10; i++) {
                Attempt attempt = login(guard).begin(BOB);
                assertThat(attempt.allowed()).isTrue();
                attempt.failed();
            }
        }
    }

    @Test
    void administratorsAreToldThatTheStoreIsAway() {
        try (Guard guard = builder(ABSENT).build()) {
            assertThatThrownBy(() -> login(guard).state(BOB)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> login(guard).lock(BOB, Duration.ofMinutes(1), ""))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> login(guard).list(null, 10)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void locksKnownBeforeAreKeptToTheirEnd() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            Key amy = Key.principal("amy");
            for (int i = 0; i < 3; i++) {
                login(guard).begin(BOB).failed();
            }
            login(guard).lock(amy, Duration.ofSeconds(8), "by hand");
            redis.kill();
            awaitAway(guard);
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.LOCKED);
            assertThat(login(guard).begin(amy).decision().reason()).isEqualTo(Reason.LOCKED);
            Await.until(() -> login(guard).begin(amy).allowed(), BOUND);
            assertThat(login(guard).begin(BOB).decision().retryAfter().orElseThrow())
                    .isGreaterThan(Duration.ofMinutes(14));
        }
    }

    /** A challenge that was pending is passed by a right answer, Redis or not. */
    @Test
    void aChallengeKnownBeforeCanBePassed() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "lockout.login.steps=1/1h challenge, 9/1h lock 1m")
                        .build()) {
            login(guard).begin(BOB).failed();
            redis.kill();
            awaitAway(guard);
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            Attempt answer = login(guard).beginChallenge(BOB);
            assertThat(answer.allowed()).isTrue();
            answer.succeeded();
            assertThat(login(guard).begin(BOB).allowed()).isTrue();
        }
    }

    @Test
    void aCrowdThatWaitsWhileRedisDiesIsNotStuck() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "lockout.login.wait=2s").build()) {
            for (int i = 0; i < 3; i++) {
                login(guard).begin(BOB);
            }
            List<Decision> told = new ArrayList<>();
            Thread waiting = new Thread(() -> told.add(login(guard).begin(BOB).decision()));
            waiting.start();
            Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING, BOUND);
            redis.kill();
            waiting.join(BOUND.toMillis());
            assertThat(told)
                    .as("three are still in flight here, and the stand-in knows")
                    .hasSize(1)
                    .allMatch(decision -> decision.reason() == Reason.BUSY);
        }
    }

    /** An owner who succeeded elsewhere is let in there, but who was denied stays so. */
    @Test
    void locksOfExemptingRulesAreKeptForWhomTheyDenied() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(
                                redis.uri(), "lockout.login.key=param:user", "lockout.login.exempt=recent-success 30d")
                        .build()) {
            CallContext owner = LockoutsTogetherTest.login("bob", "1.1.1.1");
            CallContext thief = LockoutsTogetherTest.login("bob", "6.6.6.6");
            CallContext friend = LockoutsTogetherTest.login("bob", "7.7.7.7");
            login(guard).begin(owner).succeeded();
            for (int i = 0; i < 3; i++) {
                login(guard).begin(thief).failed();
            }
            assertThat(login(guard).begin(thief).allowed()).isFalse();
            assertThat(login(guard).begin(friend).allowed()).isFalse();
            redis.kill();
            awaitAway(guard);
            assertThat(login(guard).begin(thief).decision().reason()).isEqualTo(Reason.LOCKED);
            assertThat(login(guard).begin(friend).decision().reason()).isEqualTo(Reason.LOCKED);
            assertThat(login(guard).begin(owner).allowed()).isTrue();
        }
    }

    /** Unlocked at once on this node, and in Redis when it is back: whether it knew the lock or a stand-in began it. */
    @Test
    void anUnlockingWhileRedisIsAwayWorksHereAndIsToldItLater() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "keyPrefix=u").build();
                Guard other = builder(redis.uri(), "keyPrefix=u").build()) {
            Key amy = Key.principal("amy");
            for (int i = 0; i < 3; i++) {
                login(guard).begin(BOB).failed();
            }
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.LOCKED);
            redis.pause();
            awaitAway(guard);
            for (int i = 0; i < 3; i++) {
                login(guard).begin(amy).failed();
            }
            assertThat(login(guard).begin(amy).decision().reason()).isEqualTo(Reason.LOCKED);
            for (Key key : List.of(BOB, amy)) {
                login(guard).unlock(key);
                try (Attempt attempt = login(guard).begin(key)) {
                    assertThat(attempt.allowed()).isTrue();
                    attempt.abandon();
                }
            }
            redis.resume();
            awaitBack(guard);
            for (Key key : List.of(BOB, amy)) {
                Await.until(() -> login(other).state(key).phase() == Phase.OPEN, BOUND);
                Await.until(() -> login(other).begin(key).allowed(), BOUND);
                assertThat(login(guard).state(key).phase()).isEqualTo(Phase.OPEN);
            }
        }
    }

    /** A key that is locked anew after it was unlocked stays locked when Redis hears of both. */
    @Test
    void whatIsLockedAgainAfterItsUnlockingStaysLocked() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            login(guard).block(BOB, "by hand");
            redis.pause();
            awaitAway(guard);
            login(guard).unlock(BOB);
            for (int i = 0; i < 3; i++) {
                login(guard).begin(BOB).failed();
            }
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.LOCKED);
            redis.resume();
            awaitBack(guard);
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.LOCKED);
            Await.until(() -> login(guard).state(BOB).phase() == Phase.LOCKED, BOUND);
        }
    }
}
