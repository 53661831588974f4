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
import io.github.ostiary.setup.GuardBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.UnifiedJedis;

/**
 * Decisions per second and their latencies through Redis, everything admitted: the floor (PING), the same script by a
 * bare EVALSHA on a bare connection, Ostiary, and Bucket4j over Jedis. Run: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.RedisPath [milliseconds per round] [rounds]}.
 */
public final class RedisPath {

    private static final int MANY = 10_000;
    private static final int PERMITS = 1_000_000;

    private RedisPath() {}

    /** Runs the comparison, and prints tables. */
    public static void main(String[] args) throws Exception {
        Load load = new Load(args.length > 0 ? Long.parseLong(args[0]) : 1_500, args.length > 1 ? num(args[1]) : 7);
        String[] many = IntStream.range(0, MANY).mapToObj(i -> "user-" + i).toArray(String[]::new);
        String[] hot = {"user-0"};
        try (RedisProcess redis = RedisProcess.start();
                Guard guard = guard(redis);
                UnifiedJedis client = redis.client(32);
                Connection pings = redis.connect();
                Connection bare = redis.connect()) {
            RateLimiter limiter = guard.limiter("page");
            Load.Contender ostiary = caller -> admitted(limiter.tryAcquire(Key.of(caller)));
            Load.Contender bucket4j = bucket4j(client);

            Map<String, Load.Contender> single = new LinkedHashMap<>();
            single.put("PING, bare connection", caller -> pings.ping());
            single.put("EVALSHA, bare connection", bareScript(bare));
            single.put("Ostiary", ostiary);
            single.put("Bucket4j-jedis", bucket4j);
            print("1 thread, many keys", load.compare(single, 1, many), "EVALSHA, bare connection");
            print("1 thread, one hot key", load.compare(single, 1, hot), "EVALSHA, bare connection");

            Map<String, Load.Contender> both = new LinkedHashMap<>();
            both.put("Bucket4j-jedis", bucket4j);
            both.put("Ostiary", ostiary);
            for (int threads : new int[] {8, 32}) {
                print(threads + " threads, many keys", load.compare(both, threads, many), "Bucket4j-jedis");
                print(threads + " threads, one hot key", load.compare(both, threads, hot), "Bucket4j-jedis");
            }
        }
    }

    private static int num(String text) {
        return Integer.parseInt(text);
    }

    private static Guard guard(RedisProcess redis) {
        return GuardBuilder.create()
                .redis(redis.uri())
                .property("redis.timeout", "2s")
                .property("keyPrefix", "benchmark")
                .limit("page", PERMITS + "/1s")
                .build();
    }

    private static void admitted(Decision decision) {
        if (!decision.allowed() || decision.degraded()) {
            throw new IllegalStateException("not what is to be measured: " + decision);
        }
    }

    /** What Ostiary sends and nothing else: one thread, one connection, arguments mostly made beforehand. */
    private static Load.Contender bareScript(Connection connection) throws ReflectiveOperationException {
        connection.sendCommand(Protocol.Command.SCRIPT, "LOAD".getBytes(UTF_8), RedisProcess.script());
        byte[] sha = (byte[]) connection.getOne();
        byte[][] figures = Stream.of(
                        "1", "decide,L " + PERMITS + " 1000000 0 " + PERMITS + " " + PERMITS + " -", "1")
                .map(text -> text.getBytes(UTF_8))
                .toArray(byte[][]::new);
        return caller -> {
            CommandArguments command = new CommandArguments(Protocol.Command.EVALSHA)
                    .add(sha)
                    .add(figures[0])
                    .add(("bare:1:{" + caller + "}:page:L0").getBytes(UTF_8));
            for (int i = 1; i < figures.length; i++) {
                command.add(figures[i]);
            }
            List<?> replies = (List<?>) connection.executeCommand(command);
            if (!(replies.get(0) instanceof List<?>)) {
                throw new IllegalStateException("not admitted");
            }
        };
    }

    private static Load.Contender bucket4j(UnifiedJedis client) {
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

    private static void print(String title, Map<String, Load.Round> medians, String reference) {
        System.out.printf("%n%-28s %12s %10s %10s %8s%n", title, "per second", "p50 µs", "p99 µs", "ratio");
        double base = medians.get(reference).perSecond();
        medians.forEach((name, round) -> System.out.printf(
                "  %-26s %,12.0f %,10.0f %,10.0f %8.2f%n",
                name, round.perSecond(), round.p50(), round.p99(), round.perSecond() / base));
    }
}
