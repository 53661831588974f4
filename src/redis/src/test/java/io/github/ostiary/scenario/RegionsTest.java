package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the page on regions says: two regions 40 ms apart, with a Redis each or with one for both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegionsTest {

    private static final Duration ROUND_TRIP = Duration.ofMillis(40);
    private static final Key BOB = Key.of("bob");
    private static final int LIMIT = 10;

    private final RedisServer here = RedisServer.start();
    private final RedisServer there = RedisServer.start();
    private final FarServer fromAfar = FarServer.before(here, ROUND_TRIP);

    @AfterAll
    void stop() {
        fromAfar.close();
        here.close();
        there.close();
    }

    private static Guard node(String redis, String name, int limit) {
        return GuardBuilder.create()
                .redis(redis)
                .property("redis.timeout", "5s")
                .property("keyPrefix", "regions:" + name)
                .limit("page", limit + "/1h")
                .property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.key", "principal")
                .build();
    }

    private static int admitted(Guard... nodes) {
        int admitted = 0;
        for (int i = 0; i < 2 * LIMIT; i++) {
            for (Guard node : nodes) {
                var decision = node.limiter("page").tryAcquire(BOB);
                assertThat(decision.degraded()).isFalse();
                admitted += decision.allowed() ? 1 : 0;
            }
        }
        return admitted;
    }

    private static int guesses(Guard node) {
        int guesses = 0;
        for (int i = 0; i < 10; i++) {
            try (Attempt attempt = node.lockouts("login").begin(BOB)) {
                if (attempt.allowed()) {
                    attempt.failed();
                    guesses++;
                }
            }
        }
        return guesses;
    }

    private static boolean locked(Guard node) {
        try (Attempt attempt = node.lockouts("login").begin(BOB)) {
            return !attempt.allowed();
        }
    }

    @Test
    void withARedisEachALimitIsExactInEachAndTimesTwoInBoth() {
        try (Guard one = node(here.uri(), "limits", LIMIT);
                Guard two = node(here.uri(), "limits", LIMIT);
                Guard other = node(there.uri(), "limits", LIMIT)) {
            assertThat(admitted(one, two)).as("two nodes of a region").isEqualTo(LIMIT);
            assertThat(admitted(other)).as("the other region").isEqualTo(LIMIT);
        }
    }

    @Test
    void divideTheLimitByTheRegions() {
        try (Guard one = node(here.uri(), "divided", LIMIT / 2);
                Guard other = node(there.uri(), "divided", LIMIT / 2)) {
            assertThat(admitted(one, other)).isEqualTo(LIMIT);
        }
    }

    @Test
    void withARedisEachALockStaysInItsRegion() {
        try (Guard one = node(here.uri(), "locks", LIMIT);
                Guard other = node(there.uri(), "locks", LIMIT)) {
            assertThat(guesses(one)).isEqualTo(3);
            assertThat(locked(one)).isTrue();
            assertThat(guesses(other)).as("guesses in the other region").isEqualTo(3);
            one.lockouts("login").unlock(BOB);
            assertThat(locked(one)).isFalse();
            assertThat(locked(other)).as("until it is unlocked there").isTrue();
        }
    }

    @Test
    void withOneRedisAllIsExactAndTheFarRegionWaitsForIt() {
        try (Guard near = node(here.uri(), "one", LIMIT);
                Guard far = node(fromAfar.uri(), "one", LIMIT)) {
            assertThat(admitted(near, far)).isEqualTo(LIMIT);
            assertThat(guesses(near)).isEqualTo(3);
            assertThat(locked(far)).isTrue();
            long before = fromAfar.roundTrips();
            boolean allowed = far.limiter("page").tryAcquire(Key.of("alice")).allowed();
            assertThat(allowed).isTrue();
            assertThat(fromAfar.roundTrips() - before)
                    .as("round trips of a decision")
                    .isEqualTo(1);
        }
    }
}
