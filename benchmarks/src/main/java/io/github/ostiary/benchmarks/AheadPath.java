package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.UnifiedJedis;

/**
 * One hot tenant, everything admitted: permits taken ahead beside a call for each, and beside Bucket4j over Jedis. Run: {@code java
 * -cp benchmarks.jar io.github.ostiary.benchmarks.AheadPath [milliseconds per round] [rounds]}. A round ends after its time, or
 * with nine tenths of the limit.
 */
public final class AheadPath {

    private static final int PERMITS = 1_000_000;
    private static final long MOST = 900_000;
    private static final Key TENANT = Key.of("tenant");
    private static final List<String> COLUMNS =
            List.of("per second", "p50 µs", "p99 µs", "Redis calls per 1,000", "ratio");

    private interface Contender {

        void ask();

        void reset();
    }

    private record Round(double perSecond, double p50, double p99, double calls) {}

    private AheadPath() {}

    /** Runs the comparison, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        long nanos = 1_000_000 * (args.length > 0 ? Long.parseLong(args[0]) : 1_000);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        try (RedisProcess redis = RedisProcess.start();
                Guard off = guard(redis.uri(), "off");
                Guard ahead = guard(redis.uri(), "auto");
                UnifiedJedis client = redis.client(64)) {
            Map<String, Contender> contenders = new LinkedHashMap<>();
            contenders.put(RedisPath.BUCKET4J, bucket4j(client));
            contenders.put("Ostiary, lease=off", ostiary(off));
            contenders.put("Ostiary", ostiary(ahead));
            for (int threads : new int[] {1, 8, 32}) {
                compare(contenders, threads, nanos, rounds, client);
            }
        }
    }

    private static Guard guard(String uri, String lease) {
        return Guard.builder()
                .redis(uri)
                .property("redis.timeout", "2s")
                .property("keyPrefix", "ahead-" + lease)
                .property("limit.page.lease", lease)
                .limit("page", PERMITS + "/1m")
                .build();
    }

    private static Contender ostiary(Guard guard) {
        RateLimiter limiter = guard.limiter("page");
        return new Contender() {
            @Override
            public void ask() {
                RedisPath.admitted(limiter.tryAcquire(TENANT));
            }

            @Override
            public void reset() {
                limiter.reset(TENANT);
            }
        };
    }

    private static Contender bucket4j(UnifiedJedis client) {
        ProxyManager<byte[]> buckets = Bucket4jJedis.casBasedBuilder(client)
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build();
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(PERMITS).refillGreedy(PERMITS, Duration.ofMinutes(1)))
                .build();
        byte[] key = "bucket4j:tenant".getBytes(UTF_8);
        return new Contender() {
            @Override
            public void ask() {
                if (!buckets.getProxy(key, () -> configuration).tryConsume(1)) {
                    throw new IllegalStateException("not admitted");
                }
            }

            @Override
            public void reset() {
                client.del(key);
            }
        };
    }

    private static void compare(
            Map<String, Contender> contenders, int threads, long nanos, int rounds, UnifiedJedis client)
            throws Exception {
        Map<String, List<Round>> all = new LinkedHashMap<>();
        for (int i = -2; i < rounds; i++) {
            for (Map.Entry<String, Contender> entry : contenders.entrySet()) {
                Round round = round(entry.getValue(), threads, nanos, client);
                if (i >= 0) {
                    all.computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
                            .add(round);
                }
            }
        }
        ResultTable table =
                new ResultTable("ahead-" + threads, "One hot tenant through Redis, " + threads + " threads", COLUMNS);
        List<Round> reference = all.get(RedisPath.BUCKET4J);
        all.forEach((name, some) -> {
            double[] ratios = new double[some.size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = some.get(i).perSecond / reference.get(i).perSecond;
            }
            table.add(
                    name,
                    median(some.stream().mapToDouble(Round::perSecond).toArray()),
                    median(some.stream().mapToDouble(Round::p50).toArray()),
                    median(some.stream().mapToDouble(Round::p99).toArray()),
                    median(some.stream().mapToDouble(Round::calls).toArray()),
                    median(ratios));
        });
        table.print();
        table.write();
    }

    private static double median(double[] figures) {
        return ResultTable.median(figures);
    }

    private static Round round(Contender contender, int threads, long nanos, UnifiedJedis client) throws Exception {
        contender.reset();
        long before = calls(client);
        AtomicLong left = new AtomicLong(MOST);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        long start = System.nanoTime();
        List<Future<Histogram>> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            running.add(executor.submit(() -> loop(contender, start + nanos, left)));
        }
        Histogram latencies = new Histogram();
        for (Future<Histogram> one : running) {
            latencies.add(one.get());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        executor.shutdown();
        double perThousand = 1_000.0 * (calls(client) - before) / latencies.count();
        return new Round(latencies.count() / seconds, latencies.micros(0.5), latencies.micros(0.99), perThousand);
    }

    private static Histogram loop(Contender contender, long end, AtomicLong left) {
        Histogram latencies = new Histogram();
        for (long now = System.nanoTime(); now < end && left.getAndDecrement() > 0; ) {
            contender.ask();
            long then = System.nanoTime();
            latencies.add(then - now);
            now = then;
        }
        return latencies;
    }

    private static long calls(UnifiedJedis client) throws IOException {
        return RedisProcess.scriptCalls(client);
    }
}
