package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Running calls keep their permits for as long as they run, however many there are and however far away Redis is. */
@Tag("slow")
@Together
class LeaseRenewalTest {

    private static final int CALLS = 5_000;
    private static final int THREADS = 64;
    private static final Duration ROUND_TRIP = Duration.ofMillis(10);
    private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(16);
    private static final Duration BOUND = Duration.ofSeconds(30);

    private static Guard guard(String uri, String... more) {
        return Nodes.builder(more)
                .redis(uri)
                .property("keyPrefix", "renewal")
                .property("redis.timeout", "2s")
                .property("concurrency.work.key", "global")
                .property("concurrency.work.path", "/work")
                .build();
    }

    private static PendingAdmission call(Guard guard) {
        return Entering.of(guard).enter(new TestCall("GET", "/work"), Position.FIRST);
    }

    private static List<PendingAdmission> calls(Guard guard, int count) throws Exception {
        return byMany(Collections.nCopies(count, () -> call(guard)));
    }

    private static void end(List<PendingAdmission> running) throws Exception {
        List<Callable<Boolean>> ending = new ArrayList<>();
        for (PendingAdmission call : running) {
            ending.add(() -> {
                call.end();
                return true;
            });
        }
        byMany(ending);
    }

    private static <T> List<T> byMany(List<? extends Callable<T>> tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> done : pool.invokeAll(tasks)) {
                results.add(done.get());
            }
            return results;
        } finally {
            pool.shutdown();
        }
    }

    /** What Redis counts now: by the ends that it has stored. */
    private static long counted(RedisServer redis) {
        return redis.ask(jedis -> {
            List<String> now = jedis.time();
            String micros = now.get(0) + "000000".substring(now.get(1).length()) + now.get(1);
            return jedis.keys("renewal:*:C*").stream()
                    .mapToLong(key -> jedis.zcount(key, "(" + micros, "inf"))
                    .sum();
        });
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        Await.until(() -> System.nanoTime() >= end, BOUND);
    }

    /** 5,000 calls run for longer than a lease: all of them are renewed again and again. */
    @Test
    @ResourceLock(Together.PROCESSORS)
    void fiveThousandRunningCallsTenMillisecondsAwayLoseNoPermit() throws Exception {
        String[] rule = {"concurrency.work.permits=" + CALLS, "concurrency.work.lease=12s"};
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, ROUND_TRIP);
                Guard one = guard(far.uri(), rule);
                Guard two = guard(redis.uri(), rule)) {
            List<PendingAdmission> running = calls(one, CALLS);
            assertThat(running).allMatch(call -> call.decision().allowed());
            long before = redis.decidingCalls();
            pass(LONGER_THAN_A_LEASE);
            long renewals = redis.decidingCalls() - before;
            assertThat(counted(redis)).as("permits that Redis counts").isEqualTo(CALLS);
            assertThat(calls(two, CALLS)).as("granted beyond").noneMatch(call -> call.decision()
                    .allowed());
            assertThat(renewals).as("calls to Redis").isBetween(1L, CALLS / 50 * 8L);
            end(running);
            Await.until(() -> counted(redis) == 0, BOUND);
        }
    }

    /** Redis does not answer for a while: nobody is let in beyond, and who runs keeps its permit. */
    @Test
    void aHangOfRedisCostsNoRunningCallItsPermit() throws Exception {
        String[] rule = {"concurrency.work.permits=60", "concurrency.work.lease=5s", "redis.timeout=500ms"};
        try (RedisServer redis = RedisServer.start();
                Guard one = guard(redis.uri(), rule);
                Guard two = guard(redis.uri(), rule)) {
            List<PendingAdmission> running = calls(one, 60);
            redis.pause();
            pass(Duration.ofMillis(2_500));
            assertThat(call(one).decision().allowed())
                    .as("the stand-in knows what runs here")
                    .isFalse();
            redis.resume();
            pass(Duration.ofMillis(2_500));
            assertThat(running).hasSize(60).allMatch(call -> call.decision().allowed());
            Await.until(() -> counted(redis) == 60, BOUND);
            assertThat(call(two).decision().allowed()).isFalse();
        }
    }

    /** Permits are given back while the sweep renews them, over and over: none is revived, no other is lost. */
    @Test
    void whatIsReleasedWhileItIsRenewedIsNotRevived() throws Exception {
        String[] rule = {"concurrency.work.permits=400", "concurrency.work.lease=1s"};
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, ROUND_TRIP);
                Guard guard = guard(far.uri(), rule)) {
            List<PendingAdmission> running = new ArrayList<>(calls(guard, 400));
            for (int released = 0; released < 400; released += 40) {
                pass(Duration.ofMillis(200));
                end(running.subList(released, released + 40));
                if (released % 160 == 0) {
                    redis.flushAll();
                }
            }
            assertThat(counted(redis)).isZero();
        }
    }

    @Test
    void aLeaseWhoseCallNobodyCanEndIsNotRenewed() throws Exception {
        String[] rule = {"concurrency.work.permits=1", "concurrency.work.lease=1s"};
        try (RedisServer redis = RedisServer.start();
                Guard guard = guard(redis.uri(), rule)) {
            assertThat(call(guard).decision().allowed()).isTrue();
            Await.until(
                    () -> {
                        System.gc();
                        return counted(redis) == 0;
                    },
                    BOUND);
        }
    }

    /** Threads of two nodes whose calls mostly outlast their lease; while they run the rule has another lease. */
    @Test
    @ResourceLock(Together.PROCESSORS)
    void manyThreadsOfTwoNodesNeverHoldMoreThanThePermits() throws Exception {
        int permits = 7;
        String rule = "concurrency.work.permits=" + permits;
        AtomicInteger atWork = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger entered = new AtomicInteger();
        try (RedisServer redis = RedisServer.start();
                Guard one = guard(redis.uri(), rule, "concurrency.work.lease=2s");
                Guard two = guard(redis.uri(), rule, "concurrency.work.lease=3s")) {
            long end = System.nanoTime() + Duration.ofSeconds(9).toNanos();
            List<Callable<Boolean>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Guard guard = i % 2 == 0 ? one : two;
                workers.add(() -> {
                    while (System.nanoTime() < end) {
                        PendingAdmission call = call(guard);
                        if (call.decision().allowed()) {
                            entered.incrementAndGet();
                            most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
                            pass(Duration.ofMillis(ThreadLocalRandom.current().nextInt(4) == 0 ? 2_500 : 5));
                            atWork.decrementAndGet();
                            call.end();
                        }
                        pass(Duration.ofMillis(1));
                    }
                    return true;
                });
            }
            byMany(workers);
            assertThat(most).hasValue(permits);
            assertThat(entered).hasValueGreaterThan(permits * 5);
            assertThat(counted(redis)).isZero();
        }
    }
}
