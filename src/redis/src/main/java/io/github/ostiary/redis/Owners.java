package io.github.ostiary.redis;

import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** The servers of a store, and which of them has which slots. A store that is not divided has one owner of all. Thread-safe. */
interface Owners extends AutoCloseable {

    /** The server that has a slot; null if none is known to have it. Never asks a server. */
    @Nullable
    Node owner(int slot);

    /** The failure where no server is known to have a slot. */
    default StoreException nowhere() {
        return new StoreException("no server of the Redis cluster has this slot");
    }

    /** The servers that have slots, by name, in the order of names. */
    Map<String, Node> primaries();

    /** The server that another one names; null if this store has only one. */
    @Nullable
    Node at(HostAndPort address);

    /**
     * Asks who has what; not by a request.
     *
     * @param last asked last, since it is thought to be dead
     * @throws StoreException if no server answers
     */
    void refresh(@Nullable String last) throws StoreException;

    /** Whether identities are divided among servers. */
    default boolean divided() {
        return false;
    }

    @Override
    void close();

    /** One server, always the same. */
    record Fixed(Node node) implements Owners {

        @Override
        public Node owner(int slot) {
            return node;
        }

        @Override
        public Map<String, Node> primaries() {
            return Map.of(Store.UNDIVIDED, node);
        }

        @Override
        public @Nullable Node at(HostAndPort address) {
            return null;
        }

        @Override
        public void refresh(@Nullable String last) {}

        @Override
        public void close() {
            node.close();
        }
    }
}
