package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Three primaries of one cluster on 127.0.0.1, which have a third of the slots each; they end with the benchmark. */
final class ClusterProcess implements AutoCloseable {

    private static final int NODES = 3;
    private static final int SLOTS = 16_384;
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final List<RedisProcess> nodes = new ArrayList<>();
    private final List<Integer> buses = new ArrayList<>();

    /** Where clients find them. */
    private final List<Integer> announced = new ArrayList<>();

    private ClusterProcess() {}

    /** Starts them, and waits until they serve all slots. */
    static ClusterProcess start() throws IOException {
        return start(false);
    }

    /** The same, to be found at other ports than their own, where somebody is to listen for them. */
    static ClusterProcess startElsewhere() throws IOException {
        return start(true);
    }

    private static ClusterProcess start(boolean elsewhere) throws IOException {
        ClusterProcess cluster = new ClusterProcess();
        for (int i = 0; i < NODES; i++) {
            Path folder = Files.createTempDirectory("redis-cluster");
            folder.toFile().deleteOnExit();
            int bus = RedisProcess.freePort();
            cluster.buses.add(bus);
            int door = RedisProcess.freePort();
            List<String> words = new ArrayList<>(List.of("--cluster-enabled", "yes", "--cluster-port", "" + bus));
            words.addAll(List.of("--dir", folder.toString()));
            if (elsewhere) {
                words.addAll(List.of("--cluster-announce-ip", "127.0.0.1", "--cluster-announce-port", "" + door));
            }
            RedisProcess node = RedisProcess.start(words.toArray(String[]::new));
            cluster.nodes.add(node);
            cluster.announced.add(elsewhere ? door : node.port());
        }
        for (int i = 0; i < NODES; i++) {
            cluster.join(i);
        }
        long begun = System.nanoTime();
        while (!cluster.nodes.stream().allMatch(ClusterProcess::serves)) {
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                throw new IllegalStateException("the cluster does not come together");
            }
            Thread.onSpinWait();
        }
        return cluster;
    }

    private void join(int number) {
        List<String> slots = new ArrayList<>(List.of("ADDSLOTS"));
        IntStream.range(SLOTS * number / NODES, SLOTS * (number + 1) / NODES).forEach(slot -> slots.add("" + slot));
        ask(nodes.get(number), slots.toArray(String[]::new));
        if (number > 0) {
            ask(nodes.get(0), "MEET", "127.0.0.1", "" + nodes.get(number).port(), "" + buses.get(number));
        }
    }

    private static String ask(RedisProcess node, String... words) {
        try (Connection connection = node.connect()) {
            connection.sendCommand(Protocol.Command.CLUSTER, words);
            return connection.getBulkReply();
        }
    }

    private static boolean serves(RedisProcess node) {
        String said = ask(node, "INFO");
        return said.contains("cluster_state:ok") && said.contains("cluster_slots_ok:" + SLOTS);
    }

    /** Such as {@code 40200:40123}: where clients find each, and where it listens. */
    List<String> routes() {
        return IntStream.range(0, NODES)
                .mapToObj(i -> announced.get(i) + ":" + nodes.get(i).port())
                .toList();
    }

    /** CPU time of the threads that decide, so far. */
    long mainThreadsNanos() throws IOException {
        long sum = 0;
        for (RedisProcess node : nodes) {
            sum += node.mainThreadNanos();
        }
        return sum;
    }

    /** Such as {@code redis+cluster://127.0.0.1:40123,127.0.0.1:40124,127.0.0.1:40125}. */
    String uri() {
        return announced.stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(",", "redis+cluster://", ""));
    }

    /** A client with so many connections to each. */
    UnifiedJedis client(int connections) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxIdle(connections);
        Set<HostAndPort> all = new HashSet<>();
        announced.forEach(port -> all.add(new HostAndPort("127.0.0.1", port)));
        return RedisClusterClient.builder()
                .nodes(all)
                .clientConfig(RedisProcess.config())
                .poolConfig(pool)
                .build();
    }

    @Override
    public void close() {
        nodes.forEach(RedisProcess::close);
    }
}
