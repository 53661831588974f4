package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;

/** The server that a store is on that is not divided. Thread-safe. */
interface Primary extends AutoCloseable {

    /** The server, as far as is known. */
    Node node() throws StoreException;

    /** Finds out; not by a request. */
    void refresh() throws StoreException;

    @Override
    void close();

    /** Always the same. */
    record Fixed(Node node) implements Primary {

        @Override
        public void refresh() {}

        @Override
        public void close() {
            node.pool.close();
        }
    }
}
