package io.github.ostiary.benchmarks;

import io.github.ostiary.benchmarks.network.Network;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/**
 * What {@link RedisPath} and {@link ClusterPath} measure, with a network between: decisions per second and their latencies,
 * everything admitted, beside Bucket4j over Jedis and over Lettuce, and Redisson. Each row is added to the results, or takes
 * the place of its last one. Run: {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.FarPath [NAME=VALUE ...]}, of
 *
 * <ul>
 *   <li>{@code place=single|cluster} and {@code identities=1|2}
 *   <li>{@code rtt=0.5,1,2,5,10}, and {@code jitter=0.5}, {@code late=0.001}, {@code by=200}: milliseconds, and a share of the packets
 *   <li>{@code threads=8,64,200}, {@code kind=platform|virtual}, {@code keys=many,hot}
 *   <li>{@code busy=0.8}: others keep Redis busy for such a part of its time
 *   <li>{@code looking=20}: so many more threads look at locks meanwhile, of Ostiary alone
 *   <li>{@code with=jedis_64,ostiary}: whom; {@code millis=400}, {@code rounds=3}
 * </ul>
 */
public final class FarPath {

    static final int PERMITS = 1_000_000;
    private static final int WARM_UP_ROUNDS = 2;

    /** Of the first row, when all code is cold. */
    private static final int COLD_ROUNDS = 5;

    private static final int PINGS = 200;
    private static final List<String> OURS = List.of(
            "PING p50 ms",
            "p50 ms",
            "p99 ms",
            "2 RTT + 2 ms",
            "÷ jedis, 64",
            "÷ lettuce",
            "stand-in %",
            "Redis busy %",
            "connections",
            "ahead p50 ms",
            "ahead p99 ms",
            "ahead ÷ off");

    /** What a contender did in a round. */
    private record Round(Load.Round load, double standIn, double busy) {}

    private final Map<String, String> options;
    private final boolean two;
    private boolean cold = true;
    private final FarTables tables = new FarTables(OURS);

    private FarPath(Map<String, String> options) {
        this.options = options;
        this.two = options.get("identities").equals("2");
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of(
                "place",
                "single",
                "identities",
                "1",
                "rtt",
                "1",
                "threads",
                "200",
                "kind",
                "platform",
                "keys",
                "many"));
        options.putAll(Map.of("jitter", "0", "late", "0", "by", "200", "busy", "0", "with", "", "millis", "400"));
        options.putAll(Map.of("rounds", "3", "looking", "0"));
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            if (pair.length < 2 || options.put(pair[0], pair[1]) == null) {
                throw new IllegalArgumentException(arg + " is none of " + options.keySet());
            }
        }
        FarPath path = new FarPath(options);
        for (String rtt : options.get("rtt").split(",")) {
            path.measure(micros(rtt));
        }
        path.tables.print();
        System.exit(0);
    }

    private static long micros(String millis) {
        return Math.round(1_000 * Double.parseDouble(millis));
    }

    private double number(String name) {
        return Double.parseDouble(options.get(name));
    }

    private List<FarContender> chosen() {
        List<FarContender> all = new ArrayList<>(List.of(FarContender.values()));
        List<String> names =
                Arrays.asList(options.get("with").toUpperCase(Locale.ROOT).split(","));
        all.removeIf(one -> !options.get("with").isEmpty() && !names.contains(one.name()));
        if (two || options.get("place").equals("cluster")) {
            all.remove(FarContender.SCRIPT);
        }
        return all;
    }

    private void measure(long roundTripMicros) throws Exception {
        Network network = Network.of(roundTripMicros)
                .jitter(micros(options.get("jitter")))
                .late(number("late"), micros(options.get("by")));
        boolean cluster = options.get("place").equals("cluster");
        Map<FarContender, FarContender.Asking> contenders = new EnumMap<>(FarContender.class);
        try (FarRedis redis = cluster ? FarRedis.cluster() : FarRedis.single(FarContender.values().length + 1)) {
            try {
                open(redis, network, contenders);
                cells(redis, network, contenders);
            } finally {
                contenders.values().forEach(FarContender.Asking::close);
            }
        }
    }

    /** Peers set rates beforehand, which takes long from far away; a node of ours finds Redis where it stays. */
    private void open(FarRedis redis, Network network, Map<FarContender, FarContender.Asking> contenders)
            throws IOException {
        for (FarContender one : chosen()) {
            if (one.isOurs()) {
                redis.set(network);
            }
            FarContender.Asking asking = open(one, redis, network.roundTripMicros());
            contenders.put(one, asking);
            asking.prepare(List.of(RedisPath.callers()));
        }
        redis.set(network);
    }

    private void cells(FarRedis redis, Network network, Map<FarContender, FarContender.Asking> contenders)
            throws Exception {
        try (BusyRedis busy = redis.isCluster() ? null : BusyRedis.of(redis, number("busy"))) {
            for (String threads : options.get("threads").split(",")) {
                for (String keys : options.get("keys").split(",")) {
                    cell(redis, network, contenders, Integer.parseInt(threads), keys);
                }
            }
        }
    }

    private FarContender.Asking open(FarContender one, FarRedis redis, long roundTripMicros) {
        int door = one.ordinal();
        return switch (one) {
            case JEDIS -> FarBucket4j.jedis(redis, door, 8, two);
            case JEDIS_64 -> FarBucket4j.jedis(redis, door, 64, two);
            case LETTUCE -> FarBucket4j.lettuce(redis, door, 1, two);
            case LETTUCE_64 -> FarBucket4j.lettuce(redis, door, 64, two);
            case SCRIPT -> new FarScript(redis, door);
            case REDISSON -> new FarRedisson(redis, door, two);
            case OSTIARY -> new FarOstiary(redis.uri(door), false, roundTripMicros, two);
            case OSTIARY_AHEAD -> new FarOstiary(redis.uri(door), true, roundTripMicros, two);
        };
    }

    private void cell(
            FarRedis redis,
            Network network,
            Map<FarContender, FarContender.Asking> contenders,
            int threads,
            String keys)
            throws Exception {
        boolean virtual = options.get("kind").equals("virtual");
        String[] callers = keys.equals("hot") ? new String[] {"user-0"} : RedisPath.callers();
        double ping = ping(redis);
        Map<FarContender, List<Round>> all = new EnumMap<>(FarContender.class);
        try (VirtualThreads light = virtual ? new VirtualThreads() : null) {
            Load load = new Load(
                    (long) number("millis"), 1, light == null ? Executors::newFixedThreadPool : light::threads);
            for (int i = -(cold ? COLD_ROUNDS : WARM_UP_ROUNDS); i < number("rounds"); i++) {
                for (Map.Entry<FarContender, FarContender.Asking> entry : contenders.entrySet()) {
                    int looking = entry.getKey().isOurs() ? (int) number("looking") : 0;
                    try (Looking unused = new Looking(entry.getValue(), looking)) {
                        Round round = round(load, redis, entry.getValue(), threads, callers);
                        if (i >= 0) {
                            all.computeIfAbsent(entry.getKey(), any -> new ArrayList<>())
                                    .add(round);
                        }
                    }
                }
            }
        }
        String name = String.format(
                Locale.ROOT,
                "%s%s, %,d %sthreads, %s%s%s%s",
                redis.isCluster() ? "cluster, " : "",
                network,
                threads,
                virtual ? "virtual " : "",
                keys.equals("hot") ? "one hot key" : "many keys",
                two ? ", two identities" : "",
                number("busy") > 0 ? ", Redis busy with others" : "",
                number("looking") > 0 ? ", " + options.get("looking") + " threads look at locks" : "");
        leave(name, redis, network, ping, all);
        cold = false;
    }

    private static Round round(Load load, FarRedis redis, FarContender.Asking asking, int threads, String[] callers)
            throws Exception {
        LongAdder asked = new LongAdder();
        LongAdder standIn = new LongAdder();
        long cpu = redis.mainThreadsNanos();
        long begun = System.nanoTime();
        Load.Round round = load.round(
                caller -> {
                    asked.increment();
                    if (!asking.ask(caller)) {
                        standIn.increment();
                    }
                },
                threads,
                callers);
        double busy = (redis.mainThreadsNanos() - cpu) / (double) (System.nanoTime() - begun) / redis.servers();
        return new Round(round, 100.0 * standIn.sum() / asked.sum(), 100 * busy);
    }

    /** From here to Redis and back, when nothing else is going on, ms. */
    private static double ping(FarRedis redis) {
        int door = FarContender.values().length;
        int port = redis.isCluster() ? redis.ports(0).get(0) : redis.ports(door).get(0);
        Histogram latencies = new Histogram();
        try (Connection connection = new Connection(new HostAndPort("127.0.0.1", port), RedisProcess.config())) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PINGS);
            for (long now = System.nanoTime(); now < end; ) {
                connection.ping();
                long then = System.nanoTime();
                latencies.add(then - now);
                now = then;
            }
        }
        return latencies.micros(0.5) / 1_000;
    }

    private void leave(String name, FarRedis redis, Network network, double ping, Map<FarContender, List<Round>> all)
            throws IOException {
        for (FarContender one : all.keySet()) {
            tables.peer(
                    name,
                    one,
                    median(all, one, round -> round.load.perSecond()),
                    median(all, one, round -> round.load.p50()) / 1_000,
                    median(all, one, round -> round.load.p99()) / 1_000);
        }
        FarContender ours = FarContender.OSTIARY;
        FarContender ahead = FarContender.OSTIARY_AHEAD;
        tables.ours(
                name,
                ping,
                median(all, ours, round -> round.load.p50()) / 1_000,
                median(all, ours, round -> round.load.p99()) / 1_000,
                2 * network.roundTripMicros() / 1_000.0 + 2,
                ratio(all, ours, FarContender.JEDIS_64),
                ratio(all, ours, FarContender.LETTUCE),
                median(all, ours, Round::standIn),
                median(all, ours, Round::busy),
                redis.connections(ours.ordinal()),
                median(all, ahead, round -> round.load.p50()) / 1_000,
                median(all, ahead, round -> round.load.p99()) / 1_000,
                ratio(all, ahead, ours));
        tables.write();
    }

    private static double median(Map<FarContender, List<Round>> all, FarContender one, ToDoubleFunction<Round> figure) {
        List<Round> rounds = all.get(one);
        return rounds == null
                ? Double.NaN
                : ResultTable.median(rounds.stream().mapToDouble(figure).toArray());
    }

    /** Of decisions per second, turn by turn. */
    private static double ratio(Map<FarContender, List<Round>> all, FarContender one, FarContender other) {
        List<Round> own = all.get(one);
        List<Round> reference = all.get(other);
        if (own == null || reference == null) {
            return Double.NaN;
        }
        double[] ratios = new double[own.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = own.get(i).load.perSecond() / reference.get(i).load.perSecond();
        }
        return ResultTable.median(ratios);
    }
}
