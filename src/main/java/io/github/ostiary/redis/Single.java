package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.Pool;

/** The server of a store that is not divided. Thread-safe. */
final class Single implements Servers, AutoCloseable {

    private final Primary primary;
    private final long budgetMicros;
    private final TimeSource time;
    private final PlatformThreads threads;

    Single(Primary primary, long budgetMicros, TimeSource time, PlatformThreads threads) {
        this.threads = threads;
        this.primary = primary;
        this.budgetMicros = budgetMicros;
        this.time = time;
    }

    /** One reply per decision. Reads on the calling thread, which is none that must not. */
    List<?> run(ScriptCall wire, long deadlineMicros) throws StoreException {
        Node node = primary.node();
        try (Link link = node.borrow(deadlineMicros, time)) {
            return node.procedure.run(link, wire, deadlineMicros, time);
        } catch (RuntimeException e) {
            throw failed(node, e);
        }
    }

    /** Asks something else, within a budget of its own. */
    <T> T ask(Function<Connection, T> question) throws StoreException {
        return ask(question, time.micros() + budgetMicros);
    }

    <T> T ask(Function<Connection, T> question, long deadlineMicros) throws StoreException {
        return threads.undisturbed(() -> askHere(question, deadlineMicros));
    }

    private <T> T askHere(Function<Connection, T> question, long deadlineMicros) throws StoreException {
        Node node = primary.node();
        try (Link link = node.borrow(deadlineMicros, time)) {
            return question.apply(link);
        } catch (RuntimeException e) {
            throw failed(node, e);
        }
    }

    private static StoreException failed(Node node, RuntimeException cause) {
        StoreException failure = RedisErrors.of(cause);
        spoiled(node, failure);
        return failure;
    }

    /** After one connection was cut or a primary stepped down, its siblings are no better. */
    private static void spoiled(Node node, StoreException failure) {
        if (RedisErrors.spoilsConnections(failure)) {
            node.pool.clear();
        }
    }

    void spoiled(StoreException failure) {
        try {
            spoiled(primary.node(), failure);
        } catch (StoreException e) {
            // No server, no connections.
        }
    }

    @Override
    public List<?> run(List<Call> calls) throws StoreException {
        ScriptCall wire = new ScriptCall();
        calls.forEach(call -> wire.add(call.wire));
        return threads.undisturbed(() -> run(wire, time.micros() + budgetMicros));
    }

    @Override
    public <T> T onOwner(String identity, Function<Connection, T> question) throws StoreException {
        return ask(question, time.micros() + Math.max(budgetMicros, UNHURRIED_MICROS));
    }

    @Override
    public Collection<? extends Pool<Connection>> pools() throws StoreException {
        return List.of(primary.node().pool);
    }

    void refresh() throws StoreException {
        primary.refresh();
    }

    /** Connects ahead of need. */
    void open(int connections) throws StoreException {
        try {
            primary.node().pool.addObjects(connections);
        } catch (StoreException e) {
            throw e;
        } catch (Exception e) {
            throw RedisErrors.of(e instanceof RuntimeException run ? run : new JedisException(e));
        }
    }

    @Override
    public void close() {
        primary.close();
    }
}
