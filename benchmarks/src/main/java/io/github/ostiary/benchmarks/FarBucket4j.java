package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Bucket4j over Jedis or Lettuce. It has no request about two buckets: they are asked one after the other. */
final class FarBucket4j {

    private static final ExpirationAfterWriteStrategy EXPIRY =
            ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10));
    private static final BucketConfiguration CONFIGURATION = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(FarPath.PERMITS).refillGreedy(FarPath.PERMITS, Duration.ofSeconds(1)))
            .build();

    private interface Bucket {

        boolean tryConsume(byte[] key);
    }

    private record Buckets(Bucket bucket, boolean two, Runnable end) implements FarContender.Asking {

        @Override
        public boolean ask(String caller) {
            boolean allowed = bucket.tryConsume(("bucket4j:" + caller).getBytes(UTF_8))
                    && (!two || bucket.tryConsume(("bucket4j:from " + caller).getBytes(UTF_8)));
            if (!allowed) {
                throw new IllegalStateException("not admitted");
            }
            return true;
        }

        @Override
        public void close() {
            end.run();
        }
    }

    private FarBucket4j() {}

    static FarContender.Asking jedis(FarRedis redis, int door, int connections, boolean two) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxIdle(connections);
        Set<HostAndPort> hosts = new HashSet<>();
        redis.ports(door).forEach(port -> hosts.add(new HostAndPort("127.0.0.1", port)));
        UnifiedJedis client = redis.isCluster()
                ? RedisClusterClient.builder()
                        .nodes(hosts)
                        .clientConfig(RedisProcess.config())
                        .poolConfig(pool)
                        .build()
                : RedisClient.builder()
                        .hostAndPort(hosts.iterator().next())
                        .clientConfig(RedisProcess.config())
                        .poolConfig(pool)
                        .build();
        ProxyManager<byte[]> buckets = Bucket4jJedis.casBasedBuilder(client)
                .expirationAfterWrite(EXPIRY)
                .build();
        return new Buckets(key -> buckets.getProxy(key, () -> CONFIGURATION).tryConsume(1), two, client::close);
    }

    /** By its asynchronous interface, whose answer a thread then waits for as a filter must. */
    static FarContender.Asking lettuce(FarRedis redis, int door, int connections, boolean two) {
        List<RedisURI> uris = redis.ports(door).stream()
                .map(port -> RedisURI.create("127.0.0.1", port))
                .toList();
        List<AsyncProxyManager<byte[]>> managers = new ArrayList<>();
        Runnable end;
        if (redis.isCluster()) {
            io.lettuce.core.cluster.RedisClusterClient client = io.lettuce.core.cluster.RedisClusterClient.create(uris);
            for (int i = 0; i < connections; i++) {
                managers.add(Bucket4jLettuce.casBasedBuilder(client.connect(ByteArrayCodec.INSTANCE))
                        .expirationAfterWrite(EXPIRY)
                        .build()
                        .asAsync());
            }
            end = client::shutdown;
        } else {
            io.lettuce.core.RedisClient client = io.lettuce.core.RedisClient.create(uris.get(0));
            for (int i = 0; i < connections; i++) {
                managers.add(Bucket4jLettuce.casBasedBuilder(client.connect(ByteArrayCodec.INSTANCE))
                        .expirationAfterWrite(EXPIRY)
                        .build()
                        .asAsync());
            }
            end = client::shutdown;
        }
        CompletableFuture<BucketConfiguration> configuration = CompletableFuture.completedFuture(CONFIGURATION);
        return new Buckets(
                key -> managers.get(ThreadLocalRandom.current().nextInt(managers.size()))
                        .getProxy(key, () -> configuration)
                        .tryConsume(1)
                        .join(),
                two,
                end);
    }
}
