package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The map of a cluster's slots and who has them, as a server said last. Never asked for by a request: a dead server that is
 * asked first costs a timeout. Thread-safe.
 */
final class Topology implements Owners {

    private static final int SLOTS = 16_384;

    /** A map learnt in one piece: owners by slot, primaries by name; the other nodes are those redirected to. */
    private static final class Table {

        private final @Nullable Node[] owners;
        private final Map<String, Node> primaries;
        private final Map<HostAndPort, Node> nodes;

        Table(@Nullable Node[] owners, Map<String, Node> primaries, Map<HostAndPort, Node> nodes) {
            this.owners = owners;
            this.primaries = primaries;
            this.nodes = nodes;
        }
    }

    private final Function<HostAndPort, Node> connector;
    private final Set<HostAndPort> seeds;
    private final ServerContext context;
    private final ReentrantLock learning = new ReentrantLock();
    private volatile Table table = new Table(new Node[SLOTS], Map.of(), Map.of());

    Topology(Set<HostAndPort> seeds, Function<HostAndPort, Node> connector, ServerContext context) {
        this.seeds = seeds;
        this.connector = connector;
        this.context = context;
    }

    static int slot(String identity) {
        return JedisClusterCRC16.getSlot(identity);
    }

    @Override
    public @Nullable Node owner(int slot) {
        return table.owners[slot];
    }

    @Override
    public boolean divided() {
        return true;
    }

    @Override
    public Map<String, Node> primaries() {
        return table.primaries;
    }

    /** Known or not. */
    @Override
    public Node at(HostAndPort address) {
        Node known = table.nodes.get(address);
        return known != null ? known : add(address);
    }

    private Node add(HostAndPort address) {
        learning.lock();
        try {
            Table old = table;
            Node known = old.nodes.get(address);
            if (known != null) {
                return known;
            }
            Node node = connector.apply(address);
            Map<HostAndPort, Node> nodes = new HashMap<>(old.nodes);
            nodes.put(address, node);
            table = new Table(old.owners, old.primaries, nodes);
            return node;
        } finally {
            learning.unlock();
        }
    }

    /** Asks the servers that are known, then those of the configuration, until one says who has what. */
    @Override
    public void refresh(@Nullable String last) throws StoreException {
        Map<HostAndPort, Node> asked = new LinkedHashMap<>();
        table.primaries.values().forEach(node -> asked.put(node.address, node));
        seeds.forEach(seed -> asked.computeIfAbsent(seed, this::at));
        List<Node> order = new ArrayList<>(asked.values());
        order.sort((a, b) -> Boolean.compare(a.links.name.equals(last), b.links.name.equals(last)));
        StoreException failure = new StoreException("redis.uri names no server of a cluster");
        for (Node node : order) {
            try {
                learn(ask(node), node.address.getHost());
                return;
            } catch (StoreException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private List<?> ask(Node node) throws StoreException {
        return node.probe(
                link -> {
                    link.sendCommand(Protocol.Command.CLUSTER, "SLOTS");
                    return link.getObjectMultiBulkReply();
                },
                context.deadline());
    }

    private void learn(List<?> ranges, String informant) {
        learning.lock();
        try {
            Table old = table;
            Node[] owners = new Node[SLOTS];
            Map<String, Node> primaries = new TreeMap<>();
            Map<HostAndPort, Node> nodes = new HashMap<>();
            for (Object each : ranges) {
                List<?> range = (List<?>) each;
                List<?> place = (List<?>) range.get(2);
                HostAndPort address = address(place, informant);
                Node known = old.nodes.get(address);
                Node node = nodes.computeIfAbsent(address, at -> known != null ? known : connector.apply(at));
                primaries.put(node.links.name, node);
                int to = Math.toIntExact((Long) range.get(1));
                for (int slot = Math.toIntExact((Long) range.get(0)); slot <= to; slot++) {
                    owners[slot] = node;
                }
            }
            table = new Table(owners, Collections.unmodifiableMap(primaries), nodes);
            close(old.nodes.values(), nodes);
        } finally {
            learning.unlock();
        }
    }

    /** A server that does not know its own name is known by the one it was asked by. */
    private static HostAndPort address(List<?> place, String informant) {
        byte[] host = (byte[]) place.get(0);
        return new HostAndPort(
                host == null || host.length == 0 ? informant : new String(host, StandardCharsets.UTF_8),
                Math.toIntExact((Long) place.get(1)));
    }

    private static void close(Collection<Node> nodes, Map<HostAndPort, Node> except) {
        nodes.stream().filter(node -> !except.containsKey(node.address)).forEach(node -> node.close());
    }

    @Override
    public void close() {
        learning.lock();
        try {
            close(table.nodes.values(), Map.of());
        } finally {
            learning.unlock();
        }
    }
}
