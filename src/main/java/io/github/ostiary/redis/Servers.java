package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.util.Collection;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.util.Pool;

/** The servers of a store, however many, asked by hand. Thread-safe. */
interface Servers {

    /**
     * Runs the script for each call, in as few round trips as may be.
     *
     * @return one reply per call, in their order: what the script said, or, of a key that cannot be used, why
     * @throws StoreException if one has failed; others may have been carried out
     */
    List<?> run(List<Call> calls) throws StoreException;

    /** Those that have keys, in an order that stays as long as they do. */
    Collection<? extends Pool<Connection>> pools() throws StoreException;
}
