package io.github.ostiary.redis;

import java.util.function.Function;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** One server of a cluster, and the queue of those whose decisions it alone makes. Thread-safe. */
final class Member extends Node {

    final Combiner<Parcel> queue;

    Member(
            HostAndPort address,
            JedisClientConfig config,
            ConnectionPoolConfig pool,
            Script script,
            Function<Node, Combiner<Parcel>> queue) {
        super(address, config, pool, script);
        this.queue = queue.apply(this);
    }
}
