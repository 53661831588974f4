package io.github.ostiary.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/** A connection that can be written to without waiting for the answer. Not thread-safe. */
final class Link extends Connection {

    /** When it was taken last. */
    long usedMicros;

    Link(HostAndPort server, JedisClientConfig config) {
        super(server, config);
    }

    /** Sends what was written. */
    void push() {
        flush();
    }

    /** Ends it, in any state. */
    void drop() {
        try {
            disconnect();
        } catch (JedisException e) {
            // It is gone either way.
        }
    }
}
