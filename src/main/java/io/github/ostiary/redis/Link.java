package io.github.ostiary.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** A connection that can be written to without waiting for the answer. Not thread-safe. */
final class Link extends Connection {

    Link(HostAndPort server, JedisClientConfig config) {
        super(server, config);
    }

    /** Sends what was written. */
    void push() {
        flush();
    }
}
