package io.github.ostiary.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Three primaries without replicas on 127.0.0.1, all slots covered when {@link #start} returns. */
public final class RedisCluster implements AutoCloseable {

    private static final int SLOTS = 16_384;

    /** Nodes of a cluster talk to each other at a port so far above their own. */
    private static final int BUS = 10_000;

    private static final Duration BOUND = Duration.ofSeconds(30);

    /** In ms: they find each other in short, and then take none for dead that is paused or gets no processor. */
    private static final String PATIENCE = "600000";

    private final List<RedisServer> nodes;
    private final List<FarServer> doors;

    private RedisCluster(List<RedisServer> nodes, List<FarServer> doors) {
        this.nodes = nodes;
        this.doors = doors;
    }

    public static RedisCluster start(String... extraArguments) {
        return join(IntStream.range(0, 3).mapToObj(i -> node(extraArguments)).toList(), List.of());
    }

    /** As if a network lay before each of them: clients are sent to {@link FarServer}s. */
    public static RedisCluster startFarAway(Duration roundTrip) {
        List<RedisServer> nodes = new ArrayList<>();
        List<FarServer> doors = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int door = FreePort.next();
            RedisServer node = node("--cluster-announce-port", "" + door);
            nodes.add(node);
            doors.add(FarServer.on(door, node.port(), roundTrip));
        }
        return join(nodes, doors);
    }

    private static RedisCluster join(List<RedisServer> nodes, List<FarServer> doors) {
        for (int i = 0; i < nodes.size(); i++) {
            int from = SLOTS * i / nodes.size();
            int to = SLOTS * (i + 1) / nodes.size();
            nodes.get(i)
                    .ask(jedis ->
                            jedis.clusterAddSlots(IntStream.range(from, to).toArray()));
        }
        int first = nodes.get(0).port();
        nodes.stream().skip(1).forEach(node -> node.ask(jedis -> jedis.clusterMeet("127.0.0.1", first)));
        RedisCluster cluster = new RedisCluster(nodes, doors);
        Await.until(cluster::covered, BOUND);
        nodes.forEach(node -> node.configSet("cluster-node-timeout", PATIENCE));
        return cluster;
    }

    /** Serves the other slots although one owner is dead. */
    public static RedisCluster startServingPartly() {
        return start("--cluster-require-full-coverage", "no");
    }

    /** Whose slot the key {@code PREFIX:1:{identity}…} lies in, as the slots were divided at the start. */
    public RedisServer owner(String identity) {
        return nodes.get((JedisClusterCRC16.getSlot(identity) * nodes.size() + nodes.size() - 1) / SLOTS);
    }

    /** Made-up identities whose slots a server has, without an end. */
    public Stream<String> identitiesOf(RedisServer owner) {
        return IntStream.iterate(0, i -> i + 1).mapToObj(i -> "u" + i).filter(identity -> owner(identity) == owner);
    }

    private static RedisServer node(String... extraArguments) {
        int port = IntStream.generate(FreePort::next)
                .filter(free -> free < 55_000 && FreePort.isFree(free + BUS))
                .limit(1)
                .sum();
        List<String> arguments = new ArrayList<>(List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "2000"));
        arguments.addAll(List.of("--cluster-announce-bus-port", "" + (port + BUS)));
        arguments.addAll(List.of(extraArguments));
        return RedisServer.startOn(port, arguments.toArray(String[]::new));
    }

    private boolean covered() {
        return nodes.stream()
                .map(node -> node.ask(Jedis::clusterInfo))
                .allMatch(info -> info.contains("cluster_state:ok")
                        && info.contains("cluster_slots_ok:" + SLOTS)
                        && info.contains("cluster_known_nodes:" + nodes.size()));
    }

    public List<RedisServer> nodes() {
        return nodes;
    }

    /** Such as {@code redis+cluster://127.0.0.1:40123,127.0.0.1:40124,127.0.0.1:40125}. */
    public String uri() {
        return (doors.isEmpty()
                        ? nodes.stream().map(RedisServer::port)
                        : doors.stream().map(FarServer::port))
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(",", "redis+cluster://", ""));
    }

    @Override
    public void close() {
        doors.forEach(FarServer::close);
        nodes.forEach(RedisServer::close);
    }
}
