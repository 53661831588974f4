package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import java.time.Duration;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;

/** Makes connections fit for a request path: bounded waits everywhere, no hidden retries, no eviction thread. */
final class Connections {

    private static final int CONNECTIONS_PER_NODE = 8;

    private Connections() {}

    static Primary open(RedisUri uri, Duration timeout, int connections, Script script, TimeSource time) {
        JedisClientConfig config = config(uri, timeout);
        ConnectionPoolConfig pool = pool(timeout, connections);
        if (uri.topology() == RedisUri.Layout.STANDALONE) {
            return new Primary.Fixed(new Node(uri.hosts().iterator().next(), config, pool, script));
        }
        JedisClientConfig sentinels = config(withoutCredentials(uri), timeout);
        return new Sentinels(
                String.valueOf(uri.master()),
                uri.hosts().stream()
                        .map(host -> new Node(host, sentinels, pool, script))
                        .toList(),
                address -> new Node(address, config, pool, script),
                timeout.toNanos() / 1_000,
                time);
    }

    static Cluster openCluster(RedisUri uri, Duration timeout, Script script, TimeSource time) {
        JedisClientConfig config = config(uri, timeout);
        ConnectionPoolConfig pool = pool(timeout, CONNECTIONS_PER_NODE);
        return new Cluster(
                uri.hosts(), address -> new Node(address, config, pool, script), timeout.toNanos() / 1_000, time);
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
        pool.setTestOnBorrow(true);
        pool.setJmxEnabled(false);
        return pool;
    }
}
