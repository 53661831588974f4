package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;

/** The primary that sentinels name, asked for once a second and whenever it does not answer. Thread-safe. */
final class Sentinels implements Primary {

    private static final long WATCH_MILLIS = 1_000;

    private final String master;
    private final List<Node> sentinels;
    private final Function<HostAndPort, Node> connector;
    private final long budgetMicros;
    private final TimeSource time;
    private final Chores chores = new Chores();
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Node current;
    private boolean closed;

    Sentinels(
            String master,
            List<Node> sentinels,
            Function<HostAndPort, Node> connector,
            long budgetMicros,
            TimeSource time) {
        this.master = master;
        this.sentinels = sentinels;
        this.connector = connector;
        this.budgetMicros = budgetMicros;
        this.time = time;
    }

    @Override
    public Node node() throws StoreException {
        Node node = current;
        if (node == null) {
            throw new StoreException("no sentinel has named the primary yet");
        }
        return node;
    }

    /** The first sentinel that answers is believed. */
    @Override
    public void refresh() throws StoreException {
        asking.lock();
        try {
            StoreException failure = new StoreException("no sentinel is configured");
            for (Node sentinel : sentinels) {
                try {
                    use(ask(sentinel));
                    return;
                } catch (StoreException e) {
                    failure = e;
                }
            }
            throw new StoreException("no sentinel answers: " + failure.getMessage(), failure);
        } finally {
            asking.unlock();
        }
    }

    private HostAndPort ask(Node sentinel) throws StoreException {
        try (Link link = sentinel.borrow(time.micros() + budgetMicros, time)) {
            link.sendCommand(Protocol.Command.SENTINEL, "GET-MASTER-ADDR-BY-NAME", master);
            List<byte[]> address = link.getBinaryMultiBulkReply();
            if (address == null || address.size() < 2) {
                throw new StoreException("the sentinels do not know the primary that redis.uri names after the slash");
            }
            return new HostAndPort(
                    new String(address.get(0), StandardCharsets.UTF_8),
                    Integer.parseInt(new String(address.get(1), StandardCharsets.UTF_8)));
        } catch (JedisException e) {
            throw RedisErrors.of(e);
        }
    }

    private void use(HostAndPort address) {
        Node old = current;
        if (!closed && (old == null || !old.address.equals(address))) {
            current = connector.apply(address);
            if (old == null) {
                chores.add(this::watch, WATCH_MILLIS);
            } else {
                old.pool.close();
            }
        }
    }

    /** One that was deposed may go on answering where the sentinels do not see it. */
    private void watch() {
        try {
            refresh();
        } catch (StoreException e) {
            // Whoever was primary stays it until a sentinel says otherwise.
        } finally {
            chores.add(this::watch, WATCH_MILLIS);
        }
    }

    @Override
    public void close() {
        chores.close();
        asking.lock();
        try {
            closed = true;
            sentinels.forEach(sentinel -> sentinel.pool.close());
            Node node = current;
            if (node != null) {
                node.pool.close();
            }
        } finally {
            asking.unlock();
        }
    }
}
