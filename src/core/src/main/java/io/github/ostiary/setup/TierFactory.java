package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.notice.Events;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.text.ClassPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The opener of the stores a configuration asks for. */
final class TierFactory {

    private static final String REDIS = "io.github.ostiary.tier.RedisTiers";

    private TierFactory() {}

    private static StoreProvider redis() {
        return ClassPath.part(REDIS, StoreProvider.class);
    }

    /** Opens what a guard decides by; empty if there are problems, old or new: then nothing was opened. */
    interface Opener {

        Optional<Tiers> open(
                GlobalConfig global,
                Optional<TimeSource> time,
                Events events,
                @Nullable StoreCounts counts,
                Problems problems);
    }

    /** Empty if there are problems, old or new; then nothing was opened. */
    static Optional<Tiers> open(
            GlobalConfig global,
            Optional<TimeSource> time,
            Events events,
            @Nullable StoreCounts counts,
            Problems problems) {
        if (!ClassPath.has(AtStart.CAFFEINE)) {
            problems.add("caffeine is not on the class path, and counters are kept in it; add"
                    + " com.github.ben-manes.caffeine:caffeine:3.3.1 or use the -all jar");
        }
        Optional<String> redis = global.find(GlobalKeys.REDIS_URI);
        if (global.usesRedis() && redis.isPresent()) {
            String uri = redis.get();
            if (time.isPresent() && time.get() != TimeSource.system() && !(time.get() instanceof NodeClock)) {
                problems.addKey(
                        "redis.uri",
                        "a time source cannot be combined with Redis, whose own clock decides; remove the bean that is a"
                                + " TimeSource, or set store=local");
            }
            if (!ClassPath.has(REDIS)) {
                problems.add("redis.uri is set" + problems.origin("redis.uri") + ", but " + ClassPath.missing(REDIS)
                        + ", or keep counters in this JVM by store=local");
                return Optional.empty();
            }
            if (!ClassPath.has(AtStart.JEDIS)) {
                problems.add(
                        "redis.uri is set" + problems.origin("redis.uri") + " but jedis is not on the class path; add"
                                + " redis.clients:jedis:8.0.2, use the -all jar, or keep counters in this JVM by store=local");
                return Optional.empty();
            }
            return redis().open(
                            global,
                            uri,
                            time.orElse(TimeSource.system()),
                            events::storeDegraded,
                            events::storeRecovered,
                            counts,
                            problems);
        }
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        TimeSource clock = time.orElse(TimeSource.system());
        return Optional.of(new LocalTier(new LocalStore(global.get(GlobalKeys.MAX_TRACKED_KEYS), clock), clock));
    }

    /** Two tiers that no other node shares: what Redis would decide is decided in this JVM. */
    static Optional<Tiers> rehearsed(
            GlobalConfig global,
            Optional<TimeSource> time,
            Events events,
            @Nullable StoreCounts counts,
            Problems problems) {
        return problems.isEmpty()
                ? Optional.of(redis().rehearsed(global, time.orElse(TimeSource.system()), counts))
                : Optional.empty();
    }
}
