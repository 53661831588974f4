package io.github.ostiary.benchmarks;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * CPU time of Redis while fifty nodes guard a sign-in, with sieges looked for and without: of nodes that nobody calls, and of
 * two sign-ins a second on each, a tenth of them wrong. Run: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.SiegeCost [rounds]}.
 */
public final class SiegeCost {

    private static final int NODES = 50;
    private static final int SIGN_INS_PER_SECOND = 100;
    private static final int WARM_UP_SECONDS = 3;
    private static final int SECONDS = 10;
    private static final int USERS = 100_000;
    private static final List<String> RULES = List.of("main.limit", "main.password", "main.address", "main.account");

    private record Call(String user, String address) implements CallContext {

        @Override
        public Optional<String> peer() {
            return Optional.of(address);
        }

        @Override
        public List<String> parameters(String name) {
            return name.equals("username") ? List.of(user) : List.of();
        }
    }

    private final Random random = new Random(1);

    private SiegeCost() {}

    /** Measures, prints the table, and leaves it as a result. */
    public static void main(String[] args) throws IOException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        SiegeCost cost = new SiegeCost();
        Map<String, List<double[]>> measured = new LinkedHashMap<>();
        for (int i = 0; i < rounds; i++) {
            for (String siege : List.of("off", "auto")) {
                measured.computeIfAbsent("signin.main.siege=" + siege, any -> new ArrayList<>())
                        .add(cost.measure(siege));
            }
        }
        ResultTable table = new ResultTable(
                "redis-siege",
                "CPU of Redis for " + NODES + " nodes, ms per second",
                List.of("no call", SIGN_INS_PER_SECOND + " sign-ins a second"));
        measured.forEach(table::addMedians);
        table.print();
        table.write();
        System.exit(0);
    }

    private double[] measure(String siege) throws IOException {
        List<Guard> nodes = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            for (int i = 0; i < NODES; i++) {
                nodes.add(Guard.builder()
                        .redis(redis.uri())
                        .property("redis.timeout", "2s")
                        .property("signin.main.path", "/login")
                        .property("signin.main.name", "param:username")
                        .property("signin.main.success", "status:204")
                        .property("signin.main.siege", siege)
                        .build());
            }
            run(nodes, 0, WARM_UP_SECONDS);
            double alone = millisPerSecond(redis, nodes, 0);
            run(nodes, SIGN_INS_PER_SECOND, WARM_UP_SECONDS);
            return new double[] {alone, millisPerSecond(redis, nodes, SIGN_INS_PER_SECOND)};
        } finally {
            nodes.forEach(Guard::close);
        }
    }

    private double millisPerSecond(RedisProcess redis, List<Guard> nodes, int perSecond) throws IOException {
        long cpu = redis.mainThreadNanos();
        long begun = System.nanoTime();
        run(nodes, perSecond, SECONDS);
        return (redis.mainThreadNanos() - cpu) * 1e3 / (System.nanoTime() - begun);
    }

    private void run(List<Guard> nodes, int perSecond, int seconds) {
        long begun = System.nanoTime();
        for (int i = 1; i <= perSecond * seconds; i++) {
            signIn(nodes.get(i % NODES));
            Waiting.until(begun + TimeUnit.SECONDS.toNanos(i) / perSecond);
        }
        Waiting.until(begun + TimeUnit.SECONDS.toNanos(seconds));
    }

    private void signIn(Guard node) {
        String address = "11." + random.nextInt(250) + "." + random.nextInt(250) + ".7";
        Call call = new Call("user" + random.nextInt(USERS), address);
        int status = random.nextInt(10) > 0 ? 204 : 401;
        SignIn.end(node, RULES, call, status);
    }
}
