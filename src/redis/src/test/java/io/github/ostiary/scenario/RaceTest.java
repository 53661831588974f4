package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Never one permit more than the limit, however many threads and nodes ask at the same instant. */
class RaceTest {

    /** The real thing: two guards as an application builds them, the server's clock, 200 threads. */
    @ParameterizedTest
    @EnumSource
    void twoNodesAndTwoHundredThreadsShareFivePermits(Algorithm algorithm) throws Exception {
        String prefix = "race:" + UUID.randomUUID();
        try (Guard one = node(prefix, algorithm, "5/1h");
                Guard two = node(prefix, algorithm, "5/1h")) {
            assertThat(passed(List.of(one, two), 200, "reply", Key.principal("bob")))
                    .isEqualTo(5);
        }
    }

    /** All rates of a rule or none: no thread may take from one what the other denies. */
    @Test
    void severalRatesAreTakenTogetherOrNotAtAll() throws Exception {
        String prefix = "race:" + UUID.randomUUID();
        try (Guard one = node(prefix, Algorithm.SLIDING_LOG, "40/1h, 7/1m");
                Guard two = node(prefix, Algorithm.SLIDING_LOG, "40/1h, 7/1m")) {
            Key key = Key.principal("bob");
            assertThat(passed(List.of(one, two), 100, "reply", key)).isEqualTo(7);
            assertThat(one.limiter("reply").peek(key).quotas())
                    .extracting(Quota::policy, Quota::remaining)
                    .containsExactlyInAnyOrder(
                            org.assertj.core.groups.Tuple.tuple("reply-1m", 0L),
                            org.assertj.core.groups.Tuple.tuple("reply-1h", 33L));
        }
    }

    private static Guard node(String prefix, Algorithm algorithm, String rate) {
        return GuardBuilder.create()
                .redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s")
                .limit("reply", rate)
                .property("limit.reply.algorithm", algorithm.configName())
                .build();
    }

    private static int passed(List<Guard> guards, int threads, String rule, Key key) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Callable<Boolean>> hits = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            RateLimiter limiter = guards.get(i % guards.size()).limiter(rule);
            hits.add(() -> {
                start.await(30, TimeUnit.SECONDS);
                Decision decision = limiter.tryAcquire(key);
                assertThat(decision.degraded()).isFalse();
                return decision.allowed();
            });
        }
        int passed = 0;
        for (Future<Boolean> hit : pool.invokeAll(hits)) {
            passed += hit.get() ? 1 : 0;
        }
        pool.shutdown();
        return passed;
    }
}
