package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import redis.clients.jedis.Connection;
import redis.clients.jedis.util.Pool;

/** The servers of a store, however many, asked by hand. Thread-safe. */
interface Servers {

    /** How long somebody who is in no hurry waits for a server, µs. */
    long UNHURRIED_MICROS = 1_000_000;

    /**
     * Runs the script for each call, in as few round trips as may be.
     *
     * @return one reply per call, in their order: what the script said, or, of a key that cannot be used, why
     * @throws StoreException if one has failed; others may have been carried out
     */
    List<?> run(List<Call> calls) throws StoreException;

    /**
     * Asks the server that has an identity's keys something else, by a thread that is in no hurry.
     *
     * @throws StoreException if it does not answer; it may have done what it was asked
     */
    <T> T onOwner(String identity, Function<Connection, T> question) throws StoreException;

    /** Those that have keys, in an order that stays as long as they do. */
    Collection<? extends Pool<Connection>> pools() throws StoreException;
}
