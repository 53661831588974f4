package io.github.ostiary.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** A connection that can be written to without waiting for the answer. Not thread-safe. */
final class Link extends Connection {

    Link(HostAndPort server, JedisClientConfig config) {
        super(server, config);
    }

    /** Goes back to the pool, which may try to make others, and fail, when this one is broken. */
    @Override
    public void close() {
        try {
            super.close();
        } catch (JedisException e) {
            disconnect();
        }
    }

    /** Sends what was written. */
    void push() {
        flush();
    }
}
