package io.github.ostiary.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;

/**
 * CPU time of this process, which asks, per decision through Redis, by many keys: Ostiary, Bucket4j over Jedis, the leanest script by a connection
 * for each thread, and the same by one thread that sends as many at once and waits for no other thread. Redis's own is not in it. Run:
 * {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.OwnCpu [milliseconds per round] [rounds]}.
 */
public final class OwnCpu {

    private static final List<String> COLUMNS = List.of("per second", "own CPU µs", "ratio");
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Rounds before those that count. */
    private static final int WARM = 6;

    private final Load load;
    private final int rounds;
    private final String[] callers = RedisPath.callers();

    private OwnCpu(long millis, int rounds) {
        this.load = new Load(millis, rounds);
        this.rounds = rounds;
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 1_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 9;
        OwnCpu cpu = new OwnCpu(millis, rounds);
        for (int threads : new int[] {1, 8, 32}) {
            cpu.compare(threads);
        }
        System.exit(0);
    }

    private void compare(int threads) throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                Guard guard = RedisPath.guard(redis.uri());
                UnifiedJedis client = redis.client(threads);
                Connection pipe = redis.connect();
                Apart apart = new Apart(redis)) {
            RateLimiter limiter = guard.limiter("page");
            LeanestScript piped = new LeanestScript(pipe, RedisPath.PERMITS);
            Map<String, Load.Contender> contenders = new LinkedHashMap<>();
            contenders.put("the leanest script, a connection a thread", apart);
            contenders.put("Ostiary", caller -> RedisPath.admitted(limiter.tryAcquire(Key.of(caller))));
            contenders.put(RedisPath.BUCKET4J, RedisPath.bucket4j(client));
            Map<String, List<double[]>> seen = new LinkedHashMap<>();
            for (int i = -WARM; i < rounds; i++) {
                double[] least = round(caller -> piped.askLater(caller, threads), 1);
                note(seen, i, "the leanest script, " + threads + " in a pipeline", least, least);
                for (Map.Entry<String, Load.Contender> one : contenders.entrySet()) {
                    note(seen, i, one.getKey(), round(one.getValue(), threads), least);
                }
            }
            leave(threads, seen);
        }
    }

    private double[] round(Load.Contender contender, int threads) throws InterruptedException {
        long cpu = PROCESS.getProcessCpuTime();
        long begun = System.nanoTime();
        double perSecond = load.round(contender, threads, callers).perSecond();
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new double[] {perSecond, (PROCESS.getProcessCpuTime() - cpu) / 1e3 / (perSecond * seconds)};
    }

    private static void note(Map<String, List<double[]>> seen, int turn, String name, double[] round, double[] piped) {
        if (turn >= 0) {
            seen.computeIfAbsent(name, any -> new ArrayList<>())
                    .add(new double[] {round[0], round[1], round[1] / piped[1]});
        }
    }

    private static void leave(int threads, Map<String, List<double[]>> seen) throws IOException {
        String title = "Own CPU through Redis, " + threads + (threads == 1 ? " thread" : " threads");
        ResultTable table = new ResultTable("own-cpu-" + threads, title, COLUMNS);
        seen.forEach(table::addMedians);
        table.print();
        table.write();
    }

    /** The leanest script by a connection for each thread that asks. */
    private static final class Apart implements Load.Contender, AutoCloseable {

        private final RedisProcess redis;
        private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();
        private final ThreadLocal<LeanestScript> own = ThreadLocal.withInitial(this::connect);

        Apart(RedisProcess redis) {
            this.redis = redis;
        }

        private LeanestScript connect() {
            Connection connection = redis.connect();
            connections.add(connection);
            try {
                return new LeanestScript(connection, RedisPath.PERMITS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void ask(String caller) {
            own.get().ask(caller);
        }

        @Override
        public void close() {
            connections.forEach(Connection::close);
        }
    }
}
