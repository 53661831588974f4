package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.setup.StoreProvider;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Two tiers on Redis. A class of its own, so that without Jedis nothing loads it. */
public final class RedisTiers implements StoreProvider {

    /** Tiers for the composition, which knows the name. */
    public RedisTiers() {}

    @Override
    public Optional<Tiers> open(
            GlobalConfig global,
            String uri,
            TimeSource node,
            Runnable away,
            Runnable back,
            @Nullable StoreCounts counts,
            Problems problems) {
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
        Store redis = RedisStore.open(
                parsed,
                global.keyPrefix(),
                global.get(GlobalKeys.REDIS_TIMEOUT),
                node,
                counts,
                global.find(GlobalKeys.KEY_SECRET).orElse(null));
        return Optional.of(over(redis, global, node, away, back, counts));
    }

    @Override
    public Tiers rehearsed(GlobalConfig global, TimeSource node, @Nullable StoreCounts counts) {
        return over(
                new LocalStore(global.get(GlobalKeys.MAX_TRACKED_KEYS), node),
                global,
                node,
                () -> {},
                () -> {},
                counts);
    }

    /** The same over any store that nodes share. */
    public static Tiers over(
            Store shared,
            GlobalConfig global,
            TimeSource node,
            Runnable away,
            Runnable back,
            @Nullable StoreCounts counts) {
        Duration timeout = global.get(GlobalKeys.REDIS_TIMEOUT);
        int tracked = global.get(GlobalKeys.MAX_TRACKED_KEYS);
        Breaker store = new Breaker(shared, timeout, node);
        LocalDenialCache front = new LocalDenialCache(tracked, node);
        LocalStore local = new LocalStore(tracked, node, front::known);
        TwoTiers tiers =
                new TwoTiers(front, store, local, global.get(GlobalKeys.EXPECTED_NODES), timeout, node, counts);
        store.watch(new Breaker.Watch() {
            @Override
            public void away() {
                away.run();
            }

            @Override
            public void returning(String primary) throws StoreException {
                tiers.returning(primary);
            }

            @Override
            public void back(String primary) {
                tiers.recovered();
            }

            @Override
            public void whole() {
                back.run();
            }
        });
        store.start();
        tiers.started();
        return tiers;
    }
}
