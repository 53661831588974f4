package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreCounts;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;

/** Makes connections fit for a request path: bounded waits everywhere, no hidden retries, no eviction thread. */
final class Connections {

    /** Some for the queue, and some for decisions that are made by several servers, which do not queue. */
    private static final int CONNECTIONS_PER_NODE = 8;

    /** A dead server holds some until its circuit opens: others must find one. */
    private static final int CLUSTER_THREADS = 64;

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

    static Cluster openCluster(
            RedisUri uri, Duration timeout, Script script, TimeSource time, @Nullable StoreCounts counts) {
        JedisClientConfig config = config(uri, timeout);
        ConnectionPoolConfig pool = pool(timeout, CONNECTIONS_PER_NODE);
        PlatformThreads threads = new PlatformThreads(CLUSTER_THREADS);
        long budget = timeout.toNanos() / 1_000;
        Function<Node, Combiner<Parcel>> queues = node -> new Combiner<>(
                RedisStore.LANES,
                budget,
                time,
                (batch, deadline) -> Pipeline.send(node, batch, deadline, time, counts),
                threads);
        return new Cluster(
                uri.hosts(),
                address -> new Member(address, config, pool, script, queues),
                budget,
                time,
                threads,
                counts);
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
