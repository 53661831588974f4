package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
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
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The map of a cluster's slots and who has them, as a server said last. Never asked for by a request: a dead server that is
 * asked first costs a timeout. Thread-safe.
 */
final class Topology implements AutoCloseable {

    private static final int SLOTS = 16_384;

    /** A map learnt in one piece: owners by slot, primaries by name; the other nodes are those redirected to. */
    private static final class Table {

        private final @Nullable Member[] owners;
        private final Map<String, Member> primaries;
        private final Map<HostAndPort, Member> nodes;

        Table(@Nullable Member[] owners, Map<String, Member> primaries, Map<HostAndPort, Member> nodes) {
            this.owners = owners;
            this.primaries = primaries;
            this.nodes = nodes;
        }
    }

    private final Function<HostAndPort, Member> connector;
    private final Set<HostAndPort> seeds;
    private final long budgetMicros;
    private final TimeSource time;
    private final ReentrantLock learning = new ReentrantLock();
    private volatile Table table = new Table(new Member[SLOTS], Map.of(), Map.of());

    Topology(Set<HostAndPort> seeds, Function<HostAndPort, Member> connector, long budgetMicros, TimeSource time) {
        this.seeds = seeds;
        this.connector = connector;
        this.budgetMicros = budgetMicros;
        this.time = time;
    }

    static int slot(String identity) {
        return JedisClusterCRC16.getSlot(identity);
    }

    @Nullable
    Member owner(int slot) {
        return table.owners[slot];
    }

    /** By name, in the order of names. */
    Map<String, Member> primaries() {
        return table.primaries;
    }

    /** Whom a server says to ask, known or not. */
    Member at(HostAndPort address) {
        Member known = table.nodes.get(address);
        return known != null ? known : add(address);
    }

    private Member add(HostAndPort address) {
        learning.lock();
        try {
            Table old = table;
            Member known = old.nodes.get(address);
            if (known != null) {
                return known;
            }
            Member node = connector.apply(address);
            Map<HostAndPort, Member> nodes = new HashMap<>(old.nodes);
            nodes.put(address, node);
            table = new Table(old.owners, old.primaries, nodes);
            return node;
        } finally {
            learning.unlock();
        }
    }

    /**
     * Asks whoever is known, then the servers of the configuration, until one says who has what.
     *
     * @param last asked last, since it is thought to be dead
     * @throws StoreException if nobody does
     */
    void refresh(@Nullable String last) throws StoreException {
        Map<HostAndPort, Member> asked = new LinkedHashMap<>();
        table.primaries.values().forEach(node -> asked.put(node.address, node));
        seeds.forEach(seed -> asked.computeIfAbsent(seed, this::at));
        List<Member> order = new ArrayList<>(asked.values());
        order.sort((a, b) -> Boolean.compare(a.name.equals(last), b.name.equals(last)));
        StoreException failure = new StoreException("redis.uri names no server of a cluster");
        for (Member node : order) {
            try {
                learn(ask(node), node.address.getHost());
                return;
            } catch (StoreException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private List<?> ask(Member node) throws StoreException {
        try (Link link = node.borrow(time.micros() + budgetMicros, time)) {
            link.sendCommand(Protocol.Command.CLUSTER, "SLOTS");
            return link.getObjectMultiBulkReply();
        } catch (JedisException e) {
            throw RedisErrors.of(e);
        }
    }

    private void learn(List<?> ranges, String informant) {
        learning.lock();
        try {
            Table old = table;
            Member[] owners = new Member[SLOTS];
            Map<String, Member> primaries = new TreeMap<>();
            Map<HostAndPort, Member> nodes = new HashMap<>();
            for (Object each : ranges) {
                List<?> range = (List<?>) each;
                List<?> place = (List<?>) range.get(2);
                HostAndPort address = address(place, informant);
                Member known = old.nodes.get(address);
                Member node = nodes.computeIfAbsent(address, at -> known != null ? known : connector.apply(at));
                primaries.put(node.name, node);
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

    private static void close(Collection<Member> nodes, Map<HostAndPort, Member> except) {
        nodes.stream().filter(node -> !except.containsKey(node.address)).forEach(node -> node.pool.close());
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
