package io.github.ostiary.benchmarks;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/**
 * Decisions per second on the processors that this process has, which Redis and the network share: in this JVM, with Redis beside it, and with
 * Redis a millisecond away. Each run adds its row. Run: {@code taskset -c 0 java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.Processors [platform|virtual] [milliseconds per round] [rounds]}.
 */
public final class Processors {

    private static final int LOCAL_THREADS = 8;
    private static final int THREADS = 64;
    private static final List<String> COLUMNS =
            List.of("in this JVM", "Redis near", "Redis near, hot", "Redis 1 ms", "p99 ms of it");

    private Processors() {}

    /** Measures, prints the table, and leaves it as a result. */
    public static void main(String[] args) throws Exception {
        boolean virtual = args.length > 0 && args[0].equals("virtual");
        long millis = args.length > 1 ? Long.parseLong(args[1]) : 400;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        String[] many = RedisPath.callers();
        try (VirtualThreads light = virtual ? new VirtualThreads() : null) {
            IntFunction<ExecutorService> threads = light == null ? Executors::newFixedThreadPool : light::threads;
            Load load = new Load(millis, rounds, threads);
            Load.Medians local = local(load, many);
            Load.Medians near = redis(load, 0, many);
            Load.Medians hot = redis(load, 0, "user-0");
            Load.Medians far = redis(load, 1, many);
            int processors = Runtime.getRuntime().availableProcessors();
            leave(
                    processors
                            + (processors == 1 ? " processor" : " processors")
                            + (virtual ? ", virtual threads" : ""),
                    local.perSecond(),
                    near.perSecond(),
                    hot.perSecond(),
                    far.perSecond(),
                    far.p99() / 1_000);
        }
        System.exit(0);
    }

    private static Load.Medians local(Load load, String... callers) throws InterruptedException {
        try (Guard guard = Guard.builder()
                .limit("page", RedisPath.PERMITS + "/1s")
                .property("limit.page.algorithm", "token-bucket")
                .build()) {
            return run(load, guard, LOCAL_THREADS, callers);
        }
    }

    private static Load.Medians redis(Load load, double away, String... callers)
            throws IOException, InterruptedException {
        try (FarRedis redis = FarRedis.away(away);
                Guard guard = RedisPath.guard(redis.uri())) {
            return run(load, guard, THREADS, callers);
        }
    }

    private static Load.Medians run(Load load, Guard guard, int threads, String... callers)
            throws InterruptedException {
        RateLimiter limiter = guard.limiter("page");
        Map<String, Load.Contender> alone = new LinkedHashMap<>();
        alone.put("Ostiary", caller -> RedisPath.admitted(limiter.tryAcquire(Key.of(caller))));
        return load.compare(alone, "Ostiary", threads, callers).get("Ostiary");
    }

    private static void leave(String row, double... figures) throws IOException {
        ResultTable table = ResultTable.exists("processors")
                ? ResultTable.read("processors")
                : new ResultTable("processors", "Decisions per second, by processors", COLUMNS);
        table.add(row, figures);
        table.print();
        table.write();
    }
}
