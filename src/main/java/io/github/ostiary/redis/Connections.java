package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.Pool;

/** Makes Jedis clients fit for a request path: bounded waits everywhere, no hidden retries, no eviction thread. */
final class Connections {

    private static final int CONNECTIONS_PER_NODE = 8;

    private Connections() {}

    static UnifiedJedis open(RedisUri uri, Duration timeout, int connections) {
        JedisClientConfig config = config(uri, timeout);
        ConnectionPoolConfig pool = pool(timeout, connections);
        return switch (uri.topology()) {
            case STANDALONE -> RedisClient.builder()
                    .hostAndPort(uri.hosts().iterator().next())
                    .clientConfig(config)
                    .poolConfig(pool)
                    .build();
            case SENTINEL -> RedisSentinelClient.builder()
                    .masterName(String.valueOf(uri.master()))
                    .sentinels(uri.hosts())
                    .sentinelClientConfig(config(withoutCredentials(uri), timeout))
                    .clientConfig(config)
                    .poolConfig(pool)
                    .build();
            case CLUSTER -> throw new IllegalArgumentException("a cluster has many servers");
        };
    }

    static Cluster openCluster(RedisUri uri, Duration timeout, Script script, TimeSource time) {
        JedisClientConfig config = config(uri, timeout);
        ConnectionPoolConfig pool = pool(timeout, CONNECTIONS_PER_NODE);
        pool.setTestOnBorrow(true);
        return new Cluster(
                uri.hosts(), address -> new Node(address, config, pool), script, timeout.toNanos() / 1_000, time);
    }

    /** Without HELLO and CLIENT SETINFO: a replacement connection to a hung server must not wait for them too. */
    private static JedisClientConfig config(RedisUri uri, Duration timeout) {
        int millis = (int) Math.max(1, timeout.toMillis());
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .autoNegotiateProtocol(false)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .user(uri.user())
                .password(uri.password())
                .database(uri.database());
        if (uri.tls()) {
            config.sslOptions(SslOptions.defaults());
        }
        return config.build();
    }

    private static RedisUri withoutCredentials(RedisUri uri) {
        return new RedisUri(uri.topology(), uri.tls(), uri.hosts(), null, null, 0, uri.master());
    }

    private static ConnectionPoolConfig pool(Duration timeout, int connections) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxIdle(connections);
        pool.setMinIdle(0);
        pool.setMaxWait(timeout);
        pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
        pool.setTestWhileIdle(false);
        pool.setJmxEnabled(false);
        return pool;
    }

    /** Connects ahead of need. */
    static void open(UnifiedJedis client, int connections) {
        for (Pool<Connection> pool : pools(client)) {
            try {
                pool.addObjects(connections);
            } catch (Exception e) {
                throw new JedisConnectionException("no connection could be made ahead of need", e);
            }
        }
    }

    /** Closes idle connections: after one was cut or a primary stepped down, its siblings are no better. */
    static void dropIdle(UnifiedJedis client) {
        pools(client).forEach(Pool::clear);
    }

    /** One per node. */
    static Collection<? extends Pool<Connection>> pools(UnifiedJedis client) {
        if (client instanceof RedisClient standalone) {
            return List.of(standalone.getPool());
        }
        if (client instanceof RedisSentinelClient sentinel) {
            return sentinel.getPrimaryNodesConnectionMap().values();
        }
        return List.of();
    }
}
