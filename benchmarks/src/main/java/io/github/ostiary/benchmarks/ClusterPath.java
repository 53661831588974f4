package io.github.ostiary.benchmarks;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/**
 * What {@link RedisPath} measures, through a cluster of three primaries: decisions per second and their latencies, everything
 * admitted, beside Bucket4j over Jedis. Run: {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.ClusterPath
 * [milliseconds per round] [rounds]}.
 */
public final class ClusterPath {

    private ClusterPath() {}

    /** Runs the comparison, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 1_500;
        Load load = new Load(millis, args.length > 1 ? Integer.parseInt(args[1]) : 7);
        String[] many = RedisPath.callers();
        String[] hot = {"user-0"};
        try (ClusterProcess cluster = ClusterProcess.start();
                Guard guard = RedisPath.guard(cluster.uri());
                UnifiedJedis client = cluster.client(32)) {
            RateLimiter limiter = guard.limiter("page");
            Map<String, Load.Contender> both = new LinkedHashMap<>();
            both.put(RedisPath.BUCKET4J, RedisPath.bucket4j(client));
            both.put("Ostiary", caller -> RedisPath.admitted(limiter.tryAcquire(Key.of(caller))));
            both.values().forEach(contender -> contender.ask(hot[0]));
            for (int threads : new int[] {1, 8, 32}) {
                String title = threads == 1 ? "1 thread" : threads + " threads";
                leave(threads + "-many", title + ", many keys", load.compare(both, RedisPath.BUCKET4J, threads, many));
                leave(threads + "-hot", title + ", one hot key", load.compare(both, RedisPath.BUCKET4J, threads, hot));
            }
        }
    }

    private static void leave(String file, String title, Map<String, Load.Medians> medians) throws IOException {
        RedisPath.write("cluster-path-" + file, "Through a cluster, " + title, medians);
    }
}
