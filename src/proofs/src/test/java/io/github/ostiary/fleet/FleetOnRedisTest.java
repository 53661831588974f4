package io.github.ostiary.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.fleet.Fleet.End;
import io.github.ostiary.redis.ManualClockRedis;
import io.github.ostiary.store.Store;
import io.github.ostiary.testing.RedisServer;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same fleets on the real Redis and its scripts, whose clock the simulator moves: fewer, since each question is a real one. */
@Tag("slow")
@ExtendWith(Quiet.class)
class FleetOnRedisTest {

    private static Store empty(TimeSource clock) {
        return new ManualClockRedis(RedisServer.shared(), "fleet-" + UUID.randomUUID(), clock);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {4, 5, 7})
    void aSeedKeepsTheRules(long seed) {
        End end = Fleet.run(seed, Plan.of(seed), FleetOnRedisTest::empty);

        assertThat(end.violations()).isEmpty();
    }
}
