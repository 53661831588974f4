package io.github.ostiary.benchmarks;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;

/**
 * What a decision costs inside Redis, by algorithm and limit, in its one call, and how often a flood asks it at all. Run: {@code java -cp
 * benchmarks.jar io.github.ostiary.benchmarks.RedisCost}.
 */
public final class RedisCost {

    private static final int DECISIONS = 1_000;
    private static final int BATCH = 16;
    private static final int ROUNDS = 5;
    private static final int PARTS = 10;
    private static final long WINDOW_MICROS = 10L * 24 * 3_600_000_000L;

    private static final int FLOOD = 100_000;
    private static final int FLOOD_LIMIT = 100;
    private static final int FLOOD_SECONDS = 60;
    private static final int FLOOD_THREADS = 8;

    private RedisCost() {}

    /** Measures, and prints tables. */
    public static void main(String[] args) throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                UnifiedJedis client = redis.client(1)) {
            ScriptCalls calls = new ScriptCalls(client);
            System.out.printf("%42s %32s%n", "µs per decision", "commands per decision");
            System.out.printf(
                    "%-16s %7s %7s %7s %7s %10s %7s %7s %12s%n",
                    "", "limit", "admit", "refuse", "by 16", "admit", "refuse", "by 16", "bytes/key");
            for (Algorithm algorithm : Algorithm.values()) {
                for (int limit : new int[] {10, 100, 1_000, 10_000}) {
                    row(client, calls, algorithm, limit);
                }
            }
            flood(redis, client);
        }
    }

    private static void row(UnifiedJedis client, ScriptCalls calls, Algorithm algorithm, int limit) {
        double[][] rounds = new double[ROUNDS][];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = figures(client, calls, algorithm, limit);
        }
        Object[] row = new Object[9];
        row[0] = algorithm.configName();
        row[1] = limit;
        for (int figure = 0; figure < 7; figure++) {
            int which = figure;
            row[2 + figure] = Stream.of(rounds)
                    .mapToDouble(round -> round[which])
                    .sorted()
                    .skip(ROUNDS / 2)
                    .findFirst()
                    .orElseThrow();
        }
        System.out.printf("%-16s %,7d %7.1f %7.1f %7.1f %10.1f %7.1f %7.1f %,12.0f%n", row);
    }

    /** Counters used up are asked so seldom that a log keeps its size. */
    private static double[] figures(UnifiedJedis client, ScriptCalls calls, Algorithm algorithm, int limit) {
        client.flushDB();
        int perKey = Math.max(1, limit / 10);
        int keys = DECISIONS / perKey;
        fill(calls, algorithm, limit, keys);
        double bytes = calls.bytes(charge(algorithm, limit, 0));
        double[] denial = cost(client, () -> each(calls, algorithm, limit, keys, perKey, 1, false), 1);
        double[] admission = cost(client, () -> each(calls, algorithm, 1_000_000, keys, perKey, 1, true), 1);
        int batches = Math.max(1, perKey / BATCH);
        double[] batched = cost(client, () -> each(calls, algorithm, 1_000_000, keys, batches, BATCH, true), BATCH);
        return new double[] {admission[0], denial[0], batched[0], admission[1], denial[1], batched[1], bytes};
    }

    /** Over the last window, so that a log has times and a window counters; a bucket would leak meanwhile. */
    private static void fill(ScriptCalls calls, Algorithm algorithm, int limit, int keys) {
        boolean bucket = algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET;
        for (int part = PARTS - 1; part >= 0; part--) {
            calls.shift(bucket ? 0 : part * WINDOW_MICROS / PARTS);
            for (int key = 0; key < keys; key++) {
                calls.decideShifted(charge(algorithm, limit, key), limit / PARTS);
            }
        }
    }

    private static void each(
            ScriptCalls calls, Algorithm algorithm, int limit, int keys, int times, int decisions, boolean passes) {
        for (int key = 0; key < keys; key++) {
            for (int i = 0; i < times; i++) {
                if (calls.decide(charge(algorithm, limit, key), decisions) != passes) {
                    throw new IllegalStateException("not what is to be measured: " + algorithm + " passed: " + !passes);
                }
            }
        }
    }

    private static Charge charge(Algorithm algorithm, int permits, int key) {
        Rate rate = new Rate(permits, WINDOW_MICROS);
        Limit limit = new Limit(new LimitId("page", "page", "0"), algorithm, rate, 0, false, false);
        return new Charge(limit, "user-" + key, 1);
    }

    /** Microseconds and commands per decision. */
    private static double[] cost(UnifiedJedis client, Runnable work, int decisions) {
        long calls = RedisProcess.statistic(client, "evalsha", "calls");
        long micros = RedisProcess.statistic(client, "evalsha", "usec");
        long commands = RedisProcess.inScripts(client);
        work.run();
        double all = (RedisProcess.statistic(client, "evalsha", "calls") - calls) * (double) decisions;
        return new double[] {
            (RedisProcess.statistic(client, "evalsha", "usec") - micros) / all,
            (RedisProcess.inScripts(client) - commands) / all
        };
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
