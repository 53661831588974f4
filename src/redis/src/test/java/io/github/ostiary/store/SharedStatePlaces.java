package io.github.ostiary.store;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisSentinel;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

/** The places where shared state can be. */
abstract class SharedStatePlaces {

    static final long SECOND = 1_000_000;
    static final Topic FEW = new Topic("few", 3);

    private static RedisSentinel sentinel;
    private static RedisCluster cluster;

    /** Where a sharedState can be; the clocks of the first two are in the test's hand. */
    enum Place {
        LOCAL,
        REDIS,
        SIGNED,
        SENTINEL,
        CLUSTER
    }

    final ManualTimeSource time = new ManualTimeSource();
    final String prefix = "sharedState-" + UUID.randomUUID();
    private final List<Store> opened = new ArrayList<>();

    final Store open(Place place) throws StoreException {
        Store store =
                switch (place) {
                    case LOCAL -> Backend.LOCAL.store(time, prefix);
                    case REDIS -> Backend.REDIS.store(time, prefix);
                    case SIGNED -> open(RedisServer.shared().uri(), "a secret of all nodes");
                    case SENTINEL -> open(sentinelUri());
                    case CLUSTER -> open(clusterUri());
                };
        store.ping();
        opened.add(store);
        return store;
    }

    private Store open(String uri) {
        return open(uri, null);
    }

    final Store open(String uri, String secret) {
        return RedisStore.open(RedisUri.parse(uri), prefix, Duration.ofSeconds(5), TimeSource.system(), null, secret);
    }

    private static String sentinelUri() {
        sentinel = sentinel == null ? RedisSentinel.start() : sentinel;
        return sentinel.uri();
    }

    private static String clusterUri() {
        cluster = cluster == null ? RedisCluster.start() : cluster;
        return cluster.uri();
    }

    @AfterEach
    void close() {
        opened.forEach(Store::close);
    }

    @AfterAll
    static void stop() {
        if (sentinel != null) {
            sentinel.close();
            sentinel = null;
        }
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }
}
