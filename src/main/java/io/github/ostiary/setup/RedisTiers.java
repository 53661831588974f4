package io.github.ostiary.setup;

import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.Breaker;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.engine.TwoTiers;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.local.Witnesses;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import java.util.Optional;

/** Two tiers on Redis. A class of its own, so that without Jedis nothing loads it. */
final class RedisTiers {

    private RedisTiers() {}

    static Optional<Tiers> open(GlobalConfig global, String uri, Problems problems) {
        RedisUri parsed;
        try {
            parsed = RedisUri.parse(uri);
        } catch (IllegalArgumentException e) {
            problems.add("redis.uri", uri, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        TimeSource time = TimeSource.system();
        Store redis = RedisStore.open(parsed, global.keyPrefix(), global.redisTimeout());
        Breaker store = new Breaker(redis, global.redisTimeout(), time);
        try {
            store.ping();
        } catch (StoreException e) {
            store.startOpen();
        }
        Witnesses front = new Witnesses(global.maxTrackedKeys(), time);
        int nodes = global.expectedNodes();
        LocalStore local = new LocalStore(global.maxTrackedKeys(), time, front::known);
        return Optional.of(new TwoTiers(front, store, local, nodes, global.redisTimeout(), time));
    }
}
