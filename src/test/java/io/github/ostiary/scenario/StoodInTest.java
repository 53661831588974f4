package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What was looked at while Redis was away counts when it is back: failures, those in flight, challenges, successes. */
class StoodInTest extends LockoutOutageCase {

    private static final String CHALLENGE = "lockout.login.steps=3/1h challenge";
    private static final String VERIFIER = "lockout.login.challenge.verifier=" + Never.class.getName();

    /** Nobody passes. */
    public static final class Never implements ChallengeVerifier {
        @Override
        public boolean isAnswered(CallContext call) {
            return false;
        }

        @Override
        public boolean verify(CallContext call) {
            return false;
        }
    }

    /** What Redis found in its sockets when it went on, and nobody waits for any more, ends soon. */
    private static final String SETTLE = "lockout.login.settle=5s";

    private static void wrong(Guard guard, int times) {
        for (int i = 0; i < times; i++) {
            try (Attempt attempt = login(guard).begin(BOB)) {
                assertThat(attempt.allowed()).isTrue();
            }
        }
    }

    @Test
    void aChallengeThatBeganInAnOutageIsPendingAfterIt() {
        try (RedisServer redis = RedisServer.start();
                Guard here = builder(redis.uri(), CHALLENGE, VERIFIER, SETTLE).build();
                Guard there = builder(redis.uri(), CHALLENGE, VERIFIER, SETTLE).build()) {
            redis.pause();
            awaitAway(here);
            wrong(here, 3);
            assertThat(login(here).begin(BOB).decision().reason()).isEqualTo(Decision.Reason.CHALLENGE_REQUIRED);
            redis.resume();
            awaitBack(here);
            assertThat(login(here).begin(BOB).decision().reason()).isEqualTo(Decision.Reason.CHALLENGE_REQUIRED);
            Await.until(() -> login(there).state(BOB).phase() == LockState.Phase.CHALLENGED, BOUND);
        }
    }

    @Test
    void failuresOfAnOutageCountAfterIt() {
        try (RedisServer redis = RedisServer.start();
                Guard here = builder(redis.uri(), SETTLE).build();
                Guard there = builder(redis.uri(), SETTLE).build()) {
            redis.pause();
            awaitAway(here);
            wrong(here, 2);
            redis.resume();
            awaitBack(here);
            Await.until(() -> login(there).state(BOB).failures() == 2, BOUND);
            wrong(there, 1);
            assertThat(login(there).begin(BOB).decision().reason()).isEqualTo(Decision.Reason.LOCKED);
        }
    }

    @Test
    void aSuccessOfAnOutageClearsThem() {
        try (RedisServer redis = RedisServer.start();
                Guard here = builder(redis.uri(), SETTLE).build();
                Guard there = builder(redis.uri(), SETTLE).build()) {
            wrong(here, 2);
            redis.pause();
            awaitAway(here);
            login(here).begin(BOB).succeeded();
            wrong(here, 1);
            redis.resume();
            awaitBack(here);
            Await.until(() -> login(there).state(BOB).failures() == 1, BOUND);
            wrong(there, 1);
            assertThat(login(there).state(BOB).failures()).isEqualTo(2);
        }
    }

    /** Two whose failures Redis has heard of, and the first begun, of which it has not. */
    @Test
    void failuresThatRedisWasNotToldOfLockMeanwhile() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), SETTLE).build()) {
            List<Attempt> begun = List.of(
                    login(guard).begin(BOB),
                    login(guard).begin(BOB),
                    login(guard).begin(BOB));
            begun.get(1).failed();
            begun.get(2).failed();
            redis.pause();
            begun.get(0).failed();
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Decision.Reason.LOCKED);
            redis.resume();
            awaitBack(guard);
            Await.until(() -> login(guard).state(BOB).phase() == LockState.Phase.LOCKED, BOUND);
        }
    }

    /** Guesses come while Redis answers, while it stands still, and after it. */
    @Test
    void noMoreThanTheThresholdAreLookedAtHoweverShortItStandsStill() throws Exception {
        ScheduledExecutorService hand = Executors.newSingleThreadScheduledExecutor();
        Random random = new Random(7);
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "redis.timeout=100ms").build()) {
            login(guard).begin(Key.principal("warm")).succeeded();
            for (int burst = 0; burst < 12; burst++) {
                Key key = Key.principal("bob" + burst);
                AtomicInteger looked = new AtomicInteger();
                int pause = random.nextInt(40);
                hand.schedule(redis::pause, pause, TimeUnit.MILLISECONDS);
                hand.schedule(redis::resume, pause + 60 + random.nextInt(361), TimeUnit.MILLISECONDS);
                int[] comes = random.ints(24, 0, 300).toArray();
                int[] takes = random.ints(24, 0, 60).toArray();
                Crowd.of(24, i -> () -> {
                    LockSupport.parkNanos(Duration.ofMillis(comes[i]).toNanos());
                    try (Attempt attempt = login(guard).begin(key)) {
                        if (attempt.allowed()) {
                            looked.incrementAndGet();
                            LockSupport.parkNanos(Duration.ofMillis(takes[i]).toNanos());
                        }
                        return attempt.decision();
                    }
                });
                assertThat(looked).as("burst %d", burst).hasValue(3);
                awaitBack(guard);
            }
        } finally {
            hand.shutdownNow();
        }
    }

    /** Redis stands still for a moment while passwords are looked at that take longer than that. */
    @RepeatedTest(6)
    void noMoreThanTheThresholdAreLookedAtHoweverLongItTakes() throws Exception {
        AtomicInteger looked = new AtomicInteger();
        ScheduledExecutorService hand = Executors.newSingleThreadScheduledExecutor();
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), SETTLE).build()) {
            login(guard).begin(Key.principal("warm")).succeeded();
            redis.pause();
            hand.schedule(redis::resume, 700, TimeUnit.MILLISECONDS);
            Crowd.of(24, i -> () -> {
                try (Attempt attempt = login(guard).begin(BOB)) {
                    if (attempt.allowed()) {
                        looked.incrementAndGet();
                        LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
                    }
                    return attempt.decision();
                }
            });
            for (int i = 0; i < 3; i++) {
                try (Attempt attempt = login(guard).begin(BOB)) {
                    looked.addAndGet(attempt.allowed() ? 1 : 0);
                }
            }
            assertThat(looked).hasValue(3);
            Await.until(() -> login(guard).state(BOB).phase() == LockState.Phase.LOCKED, BOUND);
        } finally {
            hand.shutdownNow();
        }
    }
}
