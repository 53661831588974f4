package io.github.ostiary.benchmarks.server;

import io.github.ostiary.benchmarks.Histogram;
import io.github.ostiary.benchmarks.LeanestScript;
import io.github.ostiary.benchmarks.RedisProcess;
import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Connection;

/**
 * How long a single caller waits for an answer whose counter is in Redis, beside what the leanest script takes alone,
 * and in a filter: a server lets Redis fall asleep between two questions, a bare loop does not. Run:
 * {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.server.RequestLatency [milliseconds per round] [rounds]}.
 */
public final class RequestLatency {

    private static final List<Contender> CONTENDERS = List.of(
            Contender.REDIS_NONE, Contender.REDIS_LEANEST, Contender.REDIS_BUCKET4J, Contender.REDIS_SLIDING_LOG);
    private static final String LEANEST = "the leanest script alone, bare connection";
    private static final List<String> COLUMNS =
            List.of("p50 µs", "p99 µs", "added p50 µs", "÷ leanest alone", "÷ leanest in a filter");
    private static final int WARM_UP_ROUNDS = 2;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(8);

    private interface Question {
        void ask() throws IOException;
    }

    private final long roundNanos;
    private final int rounds;
    private final Map<String, Question> questions = new LinkedHashMap<>();
    private final Map<String, List<Histogram>> answers = new LinkedHashMap<>();

    private RequestLatency(long roundMillis, int rounds) {
        this.roundNanos = TimeUnit.MILLISECONDS.toNanos(roundMillis);
        this.rounds = rounds;
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws IOException, InterruptedException {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 250;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 12;
        for (ServerKind kind : ServerKind.values()) {
            new RequestLatency(millis, rounds).compare(kind);
        }
        System.exit(0);
    }

    private void compare(ServerKind kind) throws IOException, InterruptedException {
        List<AutoCloseable> open = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start();
                Connection bare = redis.connect()) {
            LeanestScript leanest = new LeanestScript(bare, Contender.PLENTY);
            questions.put(LEANEST, () -> leanest.ask("127.0.0.2"));
            for (Contender contender : CONTENDERS) {
                ServerProcess server = ServerProcess.start(kind, contender, redis.uri());
                warmUp(server);
                HttpConnection caller = new HttpConnection(server.port(), 2, Requests.page(200));
                open.add(caller);
                open.add(server);
                questions.put(contender.title, () -> {
                    caller.send();
                    caller.receive();
                });
            }
            takeTurns();
            leave(kind);
        } finally {
            for (AutoCloseable one : open) {
                close(one);
            }
        }
    }

    /** By many callers, since one alone would take long. */
    private static void warmUp(ServerProcess server) throws IOException, InterruptedException {
        try (Callers many = new Callers(server.port(), () -> Requests.page(200))) {
            many.askUntil(System.nanoTime() + WARM_UP_NANOS);
        }
    }

    private static void close(AutoCloseable one) throws IOException {
        try {
            one.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void takeTurns() throws IOException {
        for (int i = -WARM_UP_ROUNDS; i < rounds; i++) {
            for (Map.Entry<String, Question> one : questions.entrySet()) {
                Histogram latencies = round(one.getValue());
                if (i >= 0) {
                    answers.computeIfAbsent(one.getKey(), any -> new ArrayList<>())
                            .add(latencies);
                }
            }
        }
    }

    private Histogram round(Question question) throws IOException {
        Histogram latencies = new Histogram();
        long end = System.nanoTime() + roundNanos;
        for (long now = System.nanoTime(); now < end; ) {
            question.ask();
            long then = System.nanoTime();
            latencies.add(then - now);
            now = then;
        }
        return latencies;
    }

    private void leave(ServerKind kind) throws IOException {
        ResultTable table = new ResultTable(
                "latency-" + kind.name().toLowerCase(), kind.title + ", one caller through Redis", COLUMNS);
        double leanest = added(Contender.REDIS_LEANEST.title);
        for (String name : questions.keySet()) {
            double added = added(name);
            table.add(name, median(name, 0.5), median(name, 0.99), added, added / added(LEANEST), added / leanest);
        }
        table.print();
        table.write();
    }

    private double added(String name) {
        double floor = name.equals(LEANEST) ? 0 : median(Contender.REDIS_NONE.title, 0.5);
        return median(name, 0.5) - floor;
    }

    private double median(String name, double quantile) {
        return ResultTable.median(answers.get(name).stream()
                .mapToDouble(one -> one.micros(quantile))
                .toArray());
    }
}
