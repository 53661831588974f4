package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One of three primaries dies under load on keys of all slots: only what it holds is decided without it. */
@Tag("slow")
@Together
class DeadOwnerTest {

    private static final int THREADS = 4;
    private static final int USERS = 3_000;
    private static final long RUN = 6_000_000;
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final TimeSource time = TimeSource.system();
    private final AtomicInteger live = new AtomicInteger();
    private final AtomicInteger degraded = new AtomicInteger();
    private final AtomicInteger stoodIn = new AtomicInteger();
    private RedisCluster cluster;
    private Guard guard;

    @BeforeEach
    void start() {
        cluster = RedisCluster.startServingPartly();
        guard = GuardBuilder.create()
                .redis(cluster.uri())
                .property("redis.timeout", "1s")
                .limit("api", "1000/1h")
                .build();
    }

    @AfterEach
    void stop() {
        guard.close();
        cluster.close();
    }

    private static String user(int i) {
        return "user" + i;
    }

    private static String identity(String user) {
        return "9.principal." + user.length() + "." + user;
    }

    private boolean hit(String user) {
        return guard.limiter("api").tryAcquire(Key.principal(user)).degraded();
    }

    /** Half of the keys are those of the dead: nobody waits for it longer than it takes to notice. */
    private void load(RedisServer dead) throws Exception {
        long end = time.micros() + RUN;
        Crowd.of(THREADS, thread -> () -> {
            for (int i = thread; time.micros() < end; i = (i + THREADS) % USERS) {
                String user = user(i);
                boolean away = hit(user);
                if (cluster.owner(identity(user)) == dead) {
                    stoodIn.addAndGet(away ? 1 : 0);
                } else {
                    live.incrementAndGet();
                    degraded.addAndGet(away ? 1 : 0);
                }
            }
            return null;
        });
    }

    private void others(RedisServer dead) throws Exception {
        try (LogLines lines = LogLines.of("io.github.ostiary.tier")) {
            load(dead);
            assertThat(stoodIn).hasPositiveValue();
            assertThat(degraded.get())
                    .as("degraded of %s on other slots: who was under way when it was noticed", live)
                    .isLessThanOrEqualTo(THREADS);
            // a line per cause: of whom was sent, of whom was not, of the circuit, of who asks in the background
            assertThat(lines.warnings()).as("log lines").hasSizeLessThanOrEqualTo(4);
        }
    }

    private void awaitAll() {
        Await.until(() -> IntStream.range(0, 60).noneMatch(i -> hit(user(i))), BOUND);
    }

    @Test
    void aKilledOwnerCostsOnlyItsSlots() throws Exception {
        awaitAll();
        RedisServer dead = cluster.nodes().get(1);
        dead.kill();
        others(dead);
    }

    @Test
    void aHungOwnerCostsOnlyItsSlotsAndReturns() throws Exception {
        awaitAll();
        RedisServer dead = cluster.nodes().get(2);
        dead.pause();
        others(dead);
        dead.resume();
        awaitAll();
    }
}
