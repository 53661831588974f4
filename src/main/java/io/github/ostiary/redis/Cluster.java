package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.util.Pool;

/** The servers of a cluster, as far as they are known. Thread-safe. */
final class Cluster implements Servers, AutoCloseable {

    private static final int MOST_NUMBERS = 1_000_000;

    private final Topology topology;
    private final Exchange exchange;
    private final Chores chores = new Chores();
    private final PlatformThreads threads;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private final long budgetMicros;
    private final TimeSource time;

    Cluster(
            Set<HostAndPort> seeds,
            Function<HostAndPort, Member> connector,
            long budgetMicros,
            TimeSource time,
            PlatformThreads threads,
            @Nullable StoreCounts counts) {
        this.threads = threads;
        this.topology = new Topology(seeds, connector, budgetMicros, time);
        this.exchange = new Exchange(topology, time, threads, this::moved, counts);
        this.budgetMicros = budgetMicros;
        this.time = time;
    }

    /** Whoever is sent elsewhere goes there; that others know is nobody's wait. */
    private void moved() {
        if (refreshing.compareAndSet(false, true)) {
            later(
                    () -> {
                        refreshing.set(false);
                        try {
                            topology.refresh(Store.UNDIVIDED);
                        } catch (StoreException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    0);
        }
    }

    void later(Runnable chore, long millis) {
        chores.add(chore, millis);
    }

    /** Asks who has which slots. */
    void refresh(String last) throws StoreException {
        topology.refresh(last);
    }

    Set<String> primaries() {
        Set<String> known = topology.primaries().keySet();
        return known.isEmpty() ? Set.of(Store.UNDIVIDED) : known;
    }

    String primaryOf(String identity) {
        Node owner = topology.owner(Topology.slot(identity));
        return owner == null ? Store.UNDIVIDED : owner.name;
    }

    /** Calls of decisions, which travel with others. Every one has its reply or its failure afterwards. */
    void decide(List<Call> calls, long deadlineMicros) {
        exchange.decide(calls, deadlineMicros);
    }

    /** Calls that keep no decision waiting. Every one has its reply or its failure afterwards. */
    void exchange(List<Call> calls, long deadlineMicros) {
        exchange.run(calls, deadlineMicros);
    }

    /** What the script said of its only decision; an error counts against the server that told it. */
    Object reply(Call call) throws StoreException {
        Object reply = call.reply();
        Node node = call.node;
        if (reply instanceof byte[] error && node != null) {
            StoreException failure = RedisErrors.of(new String(error, StandardCharsets.UTF_8));
            if (RedisErrors.spoilsConnections(failure)) {
                node.pool.clear();
            }
            throw failure.at(node.name);
        }
        return reply;
    }

    @Override
    public List<?> run(List<Call> calls) throws StoreException {
        exchange(calls, time.micros() + budgetMicros);
        List<Object> replies = new ArrayList<>(calls.size());
        for (Call call : calls) {
            Object reply = call.reply();
            boolean alone = reply instanceof byte[] error
                    && !RedisErrors.of(new String(error, StandardCharsets.UTF_8))
                            .evidence();
            replies.add(alone ? reply : reply(call));
        }
        return replies;
    }

    /** A server that says that another has the slot has done nothing. */
    @Override
    public <T> T onOwner(String identity, Function<Connection, T> question) throws StoreException {
        long deadline = time.micros() + Math.max(budgetMicros, UNHURRIED_MICROS);
        try {
            return ask(primaryOf(identity), question, deadline);
        } catch (StoreException e) {
            if (!RedisErrors.isElsewhere(e)) {
                throw e;
            }
            topology.refresh(Store.UNDIVIDED);
            return ask(primaryOf(identity), question, deadline);
        }
    }

    @Override
    public Collection<? extends Pool<Connection>> pools() {
        return topology.primaries().values().stream().map(node -> node.pool).toList();
    }

    /** Asks one server something else. */
    <T> T ask(String primary, Function<Connection, T> question, long deadlineMicros) throws StoreException {
        Node node = topology.primaries().get(primary);
        if (node == null) {
            throw new StoreException("this server has left the Redis cluster");
        }
        return threads.undisturbed(() -> ask(node, question, deadlineMicros));
    }

    private <T> T ask(Node node, Function<Connection, T> question, long deadlineMicros) throws StoreException {
        try (Link link = node.borrow(deadlineMicros, time)) {
            return question.apply(link);
        } catch (StoreException e) {
            throw e.at(node.name);
        } catch (RuntimeException e) {
            throw RedisErrors.of(e).at(node.name);
        }
    }

    /** A key that lies on a server, the same as long as its slots are: the first of those numbered that does. */
    String keyOn(String primary, String name) {
        String key = name;
        for (int i = 0; !primaryOf(key).equals(primary) && i < MOST_NUMBERS; i++) {
            key = name + ":" + i;
        }
        return key;
    }

    @Override
    public void close() {
        chores.close();
        threads.close();
        topology.close();
    }
}
