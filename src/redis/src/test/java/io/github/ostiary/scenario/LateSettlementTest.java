package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** How attempts are settled that Redis did not hear the end of. */
@Tag("slow")
@Together
class LateSettlementTest extends LockoutOutageCase {

    /** Failed here and settled there: told when Redis is back, whether it was hung or cut off. */
    @Test
    void whatWasSettledWhileRedisHungIsToldItLater() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            List<Attempt> failing =
                    List.of(login(guard).begin(BOB), login(guard).begin(BOB));
            List<Attempt> right = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                right.add(login(guard).begin(Key.principal("user" + i)));
            }
            redis.pause();
            failing.forEach(Attempt::failed);
            right.forEach(Attempt::succeeded);
            redis.resume();
            Await.until(() -> login(guard).state(BOB).failures() == 2, BOUND);
            assertThat(login(guard).state(BOB).inFlight()).isZero();
            for (int i = 0; i < 100; i++) {
                Key user = Key.principal("user" + i);
                Await.until(() -> login(guard).state(user).inFlight() == 0, BOUND);
                assertThat(login(guard).state(user).failures()).isZero();
            }
        }
    }

    /** One whose key holds something foreign is told in vain; all others are told. */
    @Test
    void aCounterThatCannotBeToldStopsNoOther() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            Attempt first = login(guard).begin(BOB);
            byte[] key = redis.ask(jedis -> jedis.keys("*:login:*".getBytes(StandardCharsets.UTF_8)))
                    .iterator()
                    .next();
            List<Attempt> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                others.add(login(guard).begin(Key.principal("user" + i)));
            }
            redis.ask(jedis -> jedis.del(key) + jedis.rpush(key, key));
            redis.pause();
            first.failed();
            others.forEach(Attempt::failed);
            redis.resume();
            for (int i = 0; i < 20; i++) {
                Key user = Key.principal("user" + i);
                Await.until(() -> login(guard).state(user).failures() == 1, Duration.ofSeconds(20));
            }
        }
    }

    @Test
    void anAttemptNobodySettlesBecomesAFailure() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "lockout.login.settle=1s").build()) {
            for (int i = 0; i < 3; i++) {
                Attempt unsettled = login(guard).begin(BOB);
                assertThat(unsettled.allowed()).isTrue();
            }
            Await.until(() -> login(guard).state(BOB).phase() == Phase.LOCKED, Duration.ofSeconds(20));
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.LOCKED);
        }
    }

    @Test
    void anAttemptBegunWithoutRedisSettlesWithoutIt() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            redis.kill();
            awaitAway(guard);
            List<Attempt> begun = List.of(login(guard).begin(BOB), login(guard).begin(BOB));
            redis.restart();
            awaitBack(guard);
            begun.forEach(Attempt::failed);
            assertThat(login(guard).state(BOB).failures())
                    .as("Redis never knew of them")
                    .isZero();
            redis.kill();
            awaitAway(guard);
            login(guard).begin(BOB).failed();
            assertThat(login(guard).begin(BOB).decision().reason())
                    .as("two failures here, and one more")
                    .isEqualTo(Reason.LOCKED);
        }
    }

    /** What hung Redis does at last, it is told the end of. */
    @Test
    void attemptsBegunWhileRedisHungAreSettledThere() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            login(guard).begin(Key.principal("warm")).succeeded();
            redis.pause();
            for (int i = 0; i < 3; i++) {
                login(guard).begin(BOB).failed();
            }
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Reason.LOCKED);
            redis.resume();
            awaitBack(guard);
            Await.until(() -> login(guard).state(BOB).inFlight() == 0, Duration.ofSeconds(20));
        }
    }

    @Test
    void aWordLostWithItsConnectionIsSaidAgain() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            Attempt attempt = login(guard).begin(BOB);
            redis.ask(jedis -> jedis.sendCommand(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes"));
            attempt.failed();
            LockState state = login(guard).state(BOB);
            assertThat(state.inFlight()).isZero();
            assertThat(state.failures()).isEqualTo(1);
        }
    }

    /** Denied attempts that Redis never heard of leave nothing to tell it, however many there are. */
    @Test
    void deniedAttemptsOfAnOutagePushOutNoSettlement() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            List<Attempt> right = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                right.add(login(guard).begin(Key.principal("user" + i)));
            }
            redis.pause();
            awaitAway(guard);
            for (int i = 0; i < 3; i++) {
                login(guard).begin(BOB).failed();
            }
            for (int i = 0; i < 10_500; i++) {
                assertThat(login(guard).begin(BOB).allowed()).isFalse();
            }
            right.forEach(Attempt::succeeded);
            redis.resume();
            awaitBack(guard);
            for (int i = 0; i < 20; i++) {
                Key user = Key.principal("user" + i);
                Await.until(() -> login(guard).state(user).inFlight() == 0, Duration.ofSeconds(10));
                assertThat(login(guard).state(user).failures()).isZero();
            }
        }
    }
}
