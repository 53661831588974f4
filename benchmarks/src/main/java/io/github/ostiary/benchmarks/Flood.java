package io.github.ostiary.benchmarks;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import redis.clients.jedis.UnifiedJedis;

/**
 * How often a flood on one key asks Redis at all. Run: {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.Flood [milliseconds
 * to Redis and back]}.
 */
final class Flood {

    private static final int REQUESTS = 100_000;
    private static final int LIMIT = 100;
    private static final int SECONDS = 60;
    private static final int THREADS = 8;

    private Flood() {}

    /** Prints it for a Redis that is as far away as the argument says. */
    public static void main(String[] args) throws Exception {
        try (FarRedis redis = FarRedis.away(args.length > 0 ? Double.parseDouble(args[0]) : 0)) {
            print(redis.near(), redis.uri());
        }
        System.exit(0);
    }

    static void print(RedisProcess redis, String uri) throws InterruptedException, ExecutionException {
        try (UnifiedJedis client = redis.client(1)) {
            client.flushAll();
            long before = RedisProcess.scriptCalls(client);
            long start = System.nanoTime();
            long admitted = flood(uri);
            System.out.printf(
                    "%nflood on one key: %,d requests of %d threads in %.2f s, limit %d/%ds: %d admitted%n",
                    REQUESTS, THREADS, (System.nanoTime() - start) / 1e9, LIMIT, SECONDS, admitted);
            System.out.printf(
                    "script calls: %d; bound 2 x limit + window / 1 s + 1 + threads = %d%n",
                    RedisProcess.scriptCalls(client) - before, 2 * LIMIT + SECONDS + 1 + THREADS);
        }
    }

    private static long flood(String uri) throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try (Guard guard = Guard.builder()
                .redis(uri)
                .property("redis.timeout", "2s")
                .limit("page", LIMIT + "/" + SECONDS + "s")
                .build()) {
            RateLimiter limiter = guard.limiter("page");
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(executor.submit(() -> share(limiter)));
            }
            long admitted = 0;
            for (Future<Long> one : running) {
                admitted += one.get();
            }
            return admitted;
        } finally {
            executor.shutdownNow();
        }
    }

    private static long share(RateLimiter limiter) {
        long admitted = 0;
        for (int i = 0; i < REQUESTS / THREADS; i++) {
            Decision decision = limiter.tryAcquire(Key.of("user-110"));
            if (decision.degraded()) {
                throw new IllegalStateException("not what is to be measured: " + decision);
            }
            admitted += decision.allowed() ? 1 : 0;
        }
        return admitted;
    }
}
