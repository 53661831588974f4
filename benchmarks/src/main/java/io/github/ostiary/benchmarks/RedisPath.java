package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;

/**
 * Decisions per second and their latencies through Redis, everything admitted: the floor (PING), the leanest
 * correct script by a bare EVALSHA on a bare connection, Ostiary, and Bucket4j over Jedis. Run: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.RedisPath [milliseconds per round] [rounds] [virtual]}; the last word, on JDK 21 and later, lets
 * virtual threads ask.
 */
public final class RedisPath {

    private static final int MANY = 10_000;
    static final int PERMITS = 1_000_000;
    private static final String LEANEST = "leanest script, bare connection";
    static final String BUCKET4J = "Bucket4j-jedis";
    private static final List<String> COLUMNS = List.of("per second", "p50 µs", "p99 µs", "ratio");

    private RedisPath() {}

    /** Runs the comparison, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 1_500;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        if (args.length > 2 && args[2].equals("virtual")) {
            try (VirtualThreads virtual = new VirtualThreads()) {
                compare(new Load(millis, rounds, virtual::threads), "-virtual", " virtual threads");
                System.out.printf(
                        "%nVirtual threads that kept their carriers while they waited for Ostiary: %,d%n",
                        virtual.pinned());
            }
            System.exit(0);
        }
        compare(new Load(millis, rounds), "", " threads");
    }

    private static void compare(Load load, String suffix, String kind) throws Exception {
        String[] many = callers();
        String[] hot = {"user-0"};
        try (RedisProcess redis = RedisProcess.start();
                Guard guard = guard(redis.uri());
                UnifiedJedis client = redis.client(32);
                Connection pings = redis.connect();
                Connection bare = redis.connect()) {
            RateLimiter limiter = guard.limiter("page");
            Load.Contender ostiary = caller -> admitted(limiter.tryAcquire(Key.of(caller)));
            Load.Contender bucket4j = bucket4j(client);
            // Loads their classes, for which threads wait otherwise than for each other.
            ostiary.ask(hot[0]);
            bucket4j.ask(hot[0]);

            Map<String, Load.Contender> single = new LinkedHashMap<>();
            single.put("PING, bare connection", caller -> pings.ping());
            single.put(LEANEST, new LeanestScript(bare, PERMITS)::ask);
            single.put("Ostiary", ostiary);
            single.put(BUCKET4J, bucket4j);
            if (suffix.isEmpty()) {
                leave("1-many", "1 thread, many keys", load.compare(single, LEANEST, 1, many));
                leave("1-hot", "1 thread, one hot key", load.compare(single, LEANEST, 1, hot));
            }

            Map<String, Load.Contender> both = new LinkedHashMap<>();
            both.put(BUCKET4J, bucket4j);
            both.put("Ostiary", ostiary);
            for (int threads : new int[] {8, 32}) {
                String title = threads + kind;
                leave(threads + "-many" + suffix, title + ", many keys", load.compare(both, BUCKET4J, threads, many));
                leave(threads + "-hot" + suffix, title + ", one hot key", load.compare(both, BUCKET4J, threads, hot));
            }
        }
    }

    /** As many as have keys of their own. */
    static String[] callers() {
        return IntStream.range(0, MANY).mapToObj(i -> "user-" + i).toArray(String[]::new);
    }

    static Guard guard(String uri) {
        return Guard.builder()
                .redis(uri)
                .property("redis.timeout", "2s")
                .property("keyPrefix", "benchmark")
                .property("limit.page.lease", "off")
                .limit("page", PERMITS + "/1s")
                .build();
    }

    static void admitted(Decision decision) {
        if (!decision.allowed() || decision.degraded()) {
            throw new IllegalStateException("not what is to be measured: " + decision);
        }
    }

    static Load.Contender bucket4j(UnifiedJedis client) {
        ProxyManager<byte[]> buckets = Bucket4jJedis.casBasedBuilder(client)
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build();
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(PERMITS).refillGreedy(PERMITS, Duration.ofSeconds(1)))
                .build();
        return caller -> {
            if (!buckets.getProxy(("bucket4j:" + caller).getBytes(UTF_8), () -> configuration)
                    .tryConsume(1)) {
                throw new IllegalStateException("not admitted");
            }
        };
    }

    private static void leave(String file, String title, Map<String, Load.Medians> medians) throws IOException {
        write("redis-path-" + file, "Through Redis, " + title, medians);
    }

    static void write(String file, String title, Map<String, Load.Medians> medians) throws IOException {
        ResultTable table = new ResultTable(file, title, COLUMNS);
        medians.forEach((name, some) -> table.add(name, some.perSecond(), some.p50(), some.p99(), some.ratio()));
        table.print();
        table.write();
    }
}
