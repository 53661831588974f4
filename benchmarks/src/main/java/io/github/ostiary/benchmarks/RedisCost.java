package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import redis.clients.jedis.UnifiedJedis;

/**
 * What a decision costs inside Redis, by the size of the log, and how often a flood asks it at all. Run: {@code java -cp
 * benchmarks.jar io.github.ostiary.benchmarks.RedisCost}.
 */
public final class RedisCost {

    private static final int DECISIONS = 4_000;
    private static final int BATCH = 50;
    private static final long HOUR_MICROS = 3_600_000_000L;

    private static final int FLOOD = 100_000;
    private static final int FLOOD_LIMIT = 100;
    private static final int FLOOD_SECONDS = 60;
    private static final int FLOOD_THREADS = 8;

    private RedisCost() {}

    /** Measures, and prints tables. */
    public static void main(String[] args) throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                UnifiedJedis client = redis.client(1)) {
            byte[] sha = ((String) client.scriptLoad(new String(RedisProcess.script(), UTF_8))).getBytes(UTF_8);
            System.out.printf(
                    "%-10s %22s %22s %24s %14s%n",
                    "log size", "µs per admission", "µs per refusal", "µs per decision, by 16", "bytes/event");
            for (int size : new int[] {10, 100, 1_000, 10_000}) {
                size(client, sha, size);
            }
            flood(redis, client);
        }
    }

    /** Logs of a size are asked so seldom that they keep it. */
    private static void size(UnifiedJedis client, byte[] sha, int size) {
        client.flushAll();
        int perKey = Math.max(1, size / 10);
        int keys = DECISIONS / perKey;
        for (int key = 0; key < keys; key++) {
            for (int done = 0; done < size; done += Math.min(BATCH, size - done)) {
                decide(client, sha, key, Math.min(BATCH, size - done), 1_000_000);
            }
        }
        double bytes = (double) client.memoryUsage("cost:0", 0) / (size + 1);
        double refusal = micros(client, () -> each(client, sha, keys, perKey, 1, size));
        double admission = micros(client, () -> each(client, sha, keys, perKey, 1, 1_000_000));
        double batched = micros(client, () -> each(client, sha, keys, Math.max(1, perKey / 16), 16, 1_000_000)) / 16;
        System.out.printf("%-,10d %22.1f %22.1f %24.1f %14.1f%n", size, admission, refusal, batched, bytes);
    }

    private static void each(UnifiedJedis client, byte[] sha, int keys, int calls, int decisions, int limit) {
        for (int key = 0; key < keys; key++) {
            for (int call = 0; call < calls; call++) {
                decide(client, sha, key, decisions, limit);
            }
        }
    }

    private static double micros(UnifiedJedis client, Runnable work) {
        long calls = RedisProcess.statistic(client, "evalsha", "calls");
        long micros = RedisProcess.statistic(client, "evalsha", "usec");
        work.run();
        return (double) (RedisProcess.statistic(client, "evalsha", "usec") - micros)
                / (RedisProcess.statistic(client, "evalsha", "calls") - calls);
    }

    private static void decide(UnifiedJedis client, byte[] sha, int key, int decisions, int limit) {
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> arguments = new ArrayList<>();
        for (int i = 0; i < decisions; i++) {
            keys.add(("cost:" + key).getBytes(UTF_8));
            for (Object argument : new Object[] {"decide", 1, "L", limit, HOUR_MICROS, 0, 1, "-", limit, limit}) {
                arguments.add(argument.toString().getBytes(UTF_8));
            }
        }
        client.evalsha(sha, keys, arguments);
    }

    private static void flood(RedisProcess redis, UnifiedJedis client) throws InterruptedException, ExecutionException {
        client.flushAll();
        long before = scriptCalls(client);
        long start = System.nanoTime();
        long admitted = 0;
        ExecutorService executor = Executors.newFixedThreadPool(FLOOD_THREADS);
        try (Guard guard = GuardBuilder.create()
                .redis(redis.uri())
                .property("redis.timeout", "2s")
                .limit("page", FLOOD_LIMIT + "/" + FLOOD_SECONDS + "s")
                .build()) {
            RateLimiter limiter = guard.limiter("page");
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < FLOOD_THREADS; i++) {
                running.add(executor.submit(() -> floodShare(limiter)));
            }
            for (Future<Long> one : running) {
                admitted += one.get();
            }
        } finally {
            executor.shutdownNow();
        }
        System.out.printf(
                "%nflood on one key: %,d requests of %d threads in %.2f s, limit %d/%ds: %d admitted%n",
                FLOOD, FLOOD_THREADS, (System.nanoTime() - start) / 1e9, FLOOD_LIMIT, FLOOD_SECONDS, admitted);
        System.out.printf(
                "EVALSHA + EVAL: %d calls; bound 2 x limit + window / 1 s + 1 + threads = %d%n",
                scriptCalls(client) - before, 2 * FLOOD_LIMIT + FLOOD_SECONDS + 1 + FLOOD_THREADS);
    }

    private static long scriptCalls(UnifiedJedis client) {
        return RedisProcess.statistic(client, "evalsha", "calls") + RedisProcess.statistic(client, "eval", "calls");
    }

    private static long floodShare(RateLimiter limiter) {
        long admitted = 0;
        for (int i = 0; i < FLOOD / FLOOD_THREADS; i++) {
            Decision decision = limiter.tryAcquire(Key.of("user-110"));
            if (decision.degraded()) {
                throw new IllegalStateException("not what is to be measured: " + decision);
            }
            admitted += decision.allowed() ? 1 : 0;
        }
        return admitted;
    }
}
