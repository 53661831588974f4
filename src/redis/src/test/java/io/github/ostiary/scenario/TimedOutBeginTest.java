package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.TimeSource;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was asked and not answered in time is asked again, by the same id, before this node judges alone. */
@Tag("slow")
@Together
class TimedOutBeginTest extends LockoutOutageCase {

    /** Redis stands still for longer than one timeout, in the middle of fifty wrong passwords. */
    @RepeatedTest(4)
    void noMoreThanTheThresholdAreLookedAtWhenSomeBeginsTimeOut() throws Exception {
        AtomicInteger looked = new AtomicInteger();
        ScheduledExecutorService hand = Executors.newSingleThreadScheduledExecutor();
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "redis.timeout=3s").build()) {
            login(guard).begin(Key.principal("warm")).succeeded();
            redis.pause();
            hand.schedule(redis::resume, 3_500, TimeUnit.MILLISECONDS);
            Crowd.of(50, i -> () -> {
                try (Attempt attempt = login(guard).begin(BOB)) {
                    if (attempt.allowed()) {
                        looked.incrementAndGet();
                        LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
                    }
                    return attempt.decision();
                }
            });
            assertThat(looked).hasValue(3);
            assertThat(login(guard).state(BOB).phase()).isEqualTo(LockState.Phase.LOCKED);
        } finally {
            hand.shutdownNow();
        }
    }

    @Test
    void theStandInBeginsWithTheFailuresThisNodeKnowsOf() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri()).build()) {
            login(guard).begin(BOB).failed();
            login(guard).begin(BOB).failed();
            redis.kill();
            Attempt third = login(guard).begin(BOB);
            assertThat(third.decision().degraded()).isTrue();
            assertThat(third.allowed()).as("one more look").isTrue();
            assertThat(login(guard).begin(BOB).allowed()).as("and no other").isFalse();
            third.failed();
            assertThat(login(guard).begin(BOB).decision().reason()).isEqualTo(Decision.Reason.LOCKED);
        }
    }

    @Test
    void aFullRedisStillTellsAFreshNodeWhoIsLocked() {
        try (RedisServer redis = RedisServer.start();
                Guard other = builder(redis.uri()).build()) {
            login(other).lock(BOB, Duration.ofMinutes(10), "by hand");
            redis.ask(jedis -> jedis.configSet("maxmemory", "1"));
            try (Guard fresh = builder(redis.uri()).build()) {
                for (int i = 0; i < 20; i++) {
                    login(fresh).begin(Key.principal("user" + i)).abandon();
                }
                assertThat(login(fresh).state(BOB).phase()).isEqualTo(LockState.Phase.LOCKED);
                assertThat(login(fresh).begin(BOB).decision().reason()).isEqualTo(Decision.Reason.LOCKED);
            }
        }
    }

    /** It waits for its begin, twice at most, and not again for its end. */
    @Test
    void aHungRedisCostsARequestTwoTimeoutsItsEndIncluded() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = builder(redis.uri(), "redis.timeout=3s").build()) {
            login(guard).begin(Key.principal("warm")).succeeded();
            redis.pause();
            TimeSource clock = TimeSource.system();
            long begun = clock.micros();
            login(guard).begin(BOB).failed();
            assertThat(clock.micros() - begun).isBetween(5_900_000L, 8_900_000L);
            redis.resume();
            awaitBack(guard);
            Await.until(() -> login(guard).state(BOB).failures() == 1, Duration.ofSeconds(20));
        }
    }
}
