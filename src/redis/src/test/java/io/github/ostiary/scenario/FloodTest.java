package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.TimeSource;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a flood on one key costs Redis, counted by Redis itself. */
@Tag("slow")
class FloodTest {

    private static final int THREADS = 16;

    private static Guard guard(RedisServer server, String rate) {
        return GuardBuilder.create()
                .redis(server.uri())
                .property("redis.timeout", "5s")
                .limit("flood", rate)
                .build();
    }

    private static long calls(RedisServer server) {
        return server.decidingCalls();
    }

    /** At most 2·limit + a call a second + 1 + the threads in flight at a cold start, per window and node. */
    @Test
    void oneHundredThousandRequestsOnOneKeyStayWithinTheBound() throws Exception {
        try (RedisServer server = RedisServer.start();
                Guard guard = guard(server, "100/1h")) {
            long before = calls(server);
            long start = TimeSource.system().micros();
            long allowed = flood(guard, 100_000 / THREADS, Long.MAX_VALUE);
            assertThat(allowed).isEqualTo(100);
            assertThat(calls(server) - before).isLessThanOrEqualTo(2 * 100 + passed(start, 1) + 1 + THREADS);
        }
    }

    @ParameterizedTest
    @CsvSource({"20, 1", "5, 2", "50, 1"})
    void floodsOfSeveralWindowsStayWithinTheBound(int limit, int windowSeconds) throws Exception {
        int windows = 3;
        try (RedisServer server = RedisServer.start();
                Guard guard = guard(server, limit + "/" + windowSeconds + "s")) {
            long before = calls(server);
            long start = TimeSource.system().micros();
            long allowed = flood(guard, Integer.MAX_VALUE, start + windows * windowSeconds * 1_000_000L);
            long begun = passed(start, windowSeconds);
            assertThat(allowed).isBetween((long) limit * windows, limit * begun);
            assertThat(calls(server) - before).isLessThanOrEqualTo(begun * (2 * limit + windowSeconds + 1) + THREADS);
        }
    }

    /** How many spans of time have begun since, and one more. */
    private static long passed(long startMicros, int seconds) {
        return (TimeSource.system().micros() - startMicros) / (1_000_000L * seconds) + 1;
    }

    private static long flood(Guard guard, int hitsPerThread, long endMicros) throws Exception {
        RateLimiter limiter = guard.limiter("flood");
        Key key = Key.of("hot");
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<Long>> floods = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            floods.add(pool.submit(() -> {
                long allowed = 0;
                for (int i = 0; i < hitsPerThread && TimeSource.system().micros() < endMicros; i++) {
                    Decision decision = limiter.tryAcquire(key);
                    assertThat(decision.degraded()).isFalse();
                    if (decision.allowed()) {
                        allowed++;
                    } else {
                        assertThat(decision.retryAfter()).isPresent();
                    }
                }
                return allowed;
            }));
        }
        long allowed = 0;
        for (Future<Long> flood : floods) {
            allowed += flood.get();
        }
        pool.shutdown();
        return allowed;
    }

    @Test
    void aResetOnOneNodeReachesAnother() throws Exception {
        try (RedisServer server = RedisServer.start();
                Guard one = guard(server, "3/1h");
                Guard two = guard(server, "3/1h")) {
            Key key = Key.of("hot");
            for (int i = 0; i < 5; i++) {
                two.limiter("flood").tryAcquire(key);
            }
            one.limiter("flood").reset(key);
            Await.until(() -> two.limiter("flood").tryAcquire(key).allowed(), Duration.ofSeconds(20));
        }
    }
}
