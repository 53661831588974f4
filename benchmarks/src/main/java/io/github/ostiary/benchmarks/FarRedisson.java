package io.github.ostiary.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's RRateLimiter, with its default of 64 connections; its rates are set beforehand. */
final class FarRedisson implements FarContender.Asking {

    private final RedissonClient client;
    private final boolean two;
    private final Map<String, RRateLimiter> limiters = new ConcurrentHashMap<>();

    FarRedisson(FarRedis redis, int door, boolean two) {
        this.two = two;
        Config config = new Config();
        if (redis.isCluster()) {
            config.useClusterServers()
                    .addNodeAddress(redis.ports(door).stream()
                            .map(port -> "redis://127.0.0.1:" + port)
                            .toArray(String[]::new));
        } else {
            config.useSingleServer()
                    .setAddress("redis://127.0.0.1:" + redis.ports(door).get(0));
        }
        this.client = Redisson.create(config);
    }

    @Override
    public void prepare(List<String> callers) {
        callers.forEach(caller -> {
            limiter(caller);
            if (two) {
                limiter("from " + caller);
            }
        });
    }

    private RRateLimiter limiter(String name) {
        return limiters.computeIfAbsent(name, any -> {
            RRateLimiter limiter = client.getRateLimiter("redisson:" + name);
            limiter.trySetRate(RateType.OVERALL, FarPath.PERMITS, Duration.ofSeconds(1));
            return limiter;
        });
    }

    @Override
    public boolean ask(String caller) {
        if (!limiter(caller).tryAcquire() || (two && !limiter("from " + caller).tryAcquire())) {
            throw new IllegalStateException("not admitted");
        }
        return true;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
