package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Redis that is killed under load has kept of the charges it had answered, by its persistence. */
@Tag("slow")
class PersistenceTest {

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Key BOB = Key.principal("bob");
    private static final int THREADS = 4;
    private static final int KILLS = 3;

    private static Guard guard(String uri, String prefix) {
        return Nodes.builder("limit.api.rate=1000000000/month", "limit.api.usage=true")
                .redis(uri)
                .property("keyPrefix", prefix)
                .property("redis.timeout", "2s")
                .build();
    }

    /** Charges what Redis answers, until it answers no more; kills it in between. */
    private static long acknowledged(Guard guard, RedisServer redis, long millis) throws Exception {
        AtomicLong answered = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(threads.submit(() -> {
                Decision said = guard.limiter("api").tryAcquire(BOB);
                while (!said.degraded()) {
                    answered.incrementAndGet();
                    said = guard.limiter("api").tryAcquire(BOB);
                }
            }));
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Await.until(() -> System.nanoTime() > until, BOUND);
        redis.kill();
        for (Future<?> each : all) {
            each.get();
        }
        threads.shutdown();
        return answered.get();
    }

    private static long used(Guard guard) {
        try {
            return guard.usage(BOB).get(0).used();
        } catch (IllegalStateException e) {
            return -1;
        }
    }

    private static long kept(Guard guard) {
        Await.until(() -> used(guard) >= 0, BOUND);
        return used(guard);
    }

    /** What Redis has written before it answered, the system keeps when Redis is killed, whenever it reaches the disk. */
    @ParameterizedTest
    @ValueSource(strings = {"everysec", "always"})
    void withAnAppendOnlyFileNoAnsweredChargeIsLost(String appendfsync) throws Exception {
        try (RedisServer redis = RedisServer.start("--appendonly", "yes", "--appendfsync", appendfsync);
                Guard guard = guard(redis.uri(), "kept:" + UUID.randomUUID())) {
            long answered = 0;
            for (int i = 0; i < KILLS; i++) {
                answered += acknowledged(guard, redis, 2_500 + 300L * i);
                redis.restart();
                long kept = kept(guard);
                assertThat(kept).as("kept of %d answered", answered).isBetween(answered, answered + THREADS * (i + 1L));
            }
        }
    }

    /** Snapshots keep what was used when the last one was taken. */
    @Test
    void withSnapshotsAloneAllSinceTheLastIsLost() throws Exception {
        try (RedisServer redis = RedisServer.start("--save", "1", "1");
                Guard guard = guard(redis.uri(), "kept:" + UUID.randomUUID())) {
            long answered = acknowledged(guard, redis, 5_000);
            redis.restart();
            long kept = kept(guard);
            assertThat(kept).isLessThan(answered);
        }
    }

    /** A replica that takes over has what had reached it. */
    @Test
    void aReplicaThatTakesOverLacksWhatHadNotReachedIt() throws Exception {
        String prefix = "kept:" + UUID.randomUUID();
        try (RedisServer redis = RedisServer.start();
                RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1", String.valueOf(redis.port()));
                Guard guard = guard(redis.uri(), prefix)) {
            Await.until(() -> replica.ask(jedis -> jedis.info("replication").contains("master_link_status:up")), BOUND);
            long answered = acknowledged(guard, redis, 3_000);
            String unused = replica.ask(jedis -> jedis.replicaofNoOne());
            try (Guard later = guard(replica.uri(), prefix)) {
                long kept = kept(later);
                assertThat(kept).isBetween(answered / 2, answered + THREADS);
            }
        }
    }
}
