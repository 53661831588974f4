package io.github.ostiary.redis;

import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** The primary that sentinels name, asked for once a second and whenever it does not answer. Thread-safe. */
final class Sentinels implements Owners {

    /*
     * A sentinel that a network cuts off from the others goes on naming a primary that they have replaced. So most of them
     * must name one before it is used in place of another. Where fewer answer, the one in use stays, since no failover
     * happens without most of them; where none is in use yet, as at a start, the one that most of the answers name is used.
     */
    private static final long WATCH_MILLIS = 1_000;

    private final String master;
    private final List<Node> sentinels;
    private final Function<HostAndPort, Node> connector;
    private final ServerContext context;
    private final BackgroundExecutor chores = new BackgroundExecutor();
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Node current;
    private boolean closed;

    Sentinels(String master, List<Node> sentinels, Function<HostAndPort, Node> connector, ServerContext context) {
        this.master = master;
        this.sentinels = sentinels;
        this.connector = connector;
        this.context = context;
    }

    @Override
    public @Nullable Node owner(int slot) {
        return current;
    }

    @Override
    public StoreException nowhere() {
        return new StoreException("no sentinel has named the primary yet");
    }

    @Override
    public Map<String, Node> primaries() {
        Node node = current;
        return node == null ? Map.of() : Map.of(Store.UNDIVIDED, node);
    }

    @Override
    public @Nullable Node at(HostAndPort address) {
        return null;
    }

    @Override
    public void refresh(@Nullable String last) throws StoreException {
        asking.lock();
        try {
            HostAndPort named = mostNamed();
            if (named != null) {
                use(named);
            }
        } finally {
            asking.unlock();
        }
    }

    /** Null if the primary in use should stay. */
    private @Nullable HostAndPort mostNamed() throws StoreException {
        Map<HostAndPort, Integer> named = new HashMap<>();
        HostAndPort most = null;
        StoreException failure = new StoreException("no sentinel is configured");
        for (Node sentinel : sentinels) {
            try {
                HostAndPort address = sentinel.probe(this::ask, context.deadline())
                        .orElseThrow(() -> new StoreException(
                                "the sentinels do not know the primary that redis.uri names after the slash"));
                int votes = named.merge(address, 1, Integer::sum);
                most = most == null || votes > named.getOrDefault(most, 0) ? address : most;
                if (2 * votes > sentinels.size()) {
                    return address;
                }
            } catch (StoreException e) {
                failure = e;
            }
        }
        if (most == null) {
            throw new StoreException("no sentinel answers: " + failure.getMessage(), failure);
        }
        return current == null ? most : null;
    }

    /** Empty if it does not know the name. */
    private Optional<HostAndPort> ask(Connection link) {
        link.sendCommand(Protocol.Command.SENTINEL, "GET-MASTER-ADDR-BY-NAME", master);
        List<byte[]> address = link.getBinaryMultiBulkReply();
        if (address == null || address.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new HostAndPort(
                new String(address.get(0), StandardCharsets.UTF_8),
                Integer.parseInt(new String(address.get(1), StandardCharsets.UTF_8))));
    }

    private void use(HostAndPort address) {
        Node old = current;
        if (!closed && (old == null || !old.address.equals(address))) {
            current = connector.apply(address);
            if (old == null) {
                watchLater();
            } else {
                old.close();
            }
        }
    }

    private void watchLater() {
        boolean unused = chores.add(this::watch, WATCH_MILLIS);
    }

    /** One that was deposed may go on answering where the sentinels do not see it. */
    private void watch() {
        try {
            refresh(null);
        } catch (StoreException e) {
            // Whoever was primary stays it until the sentinels say otherwise.
        } finally {
            watchLater();
        }
    }

    @Override
    public void close() {
        chores.close();
        asking.lock();
        try {
            closed = true;
            sentinels.forEach(Node::close);
            Node node = current;
            if (node != null) {
                node.close();
            }
        } finally {
            asking.unlock();
        }
    }
}
