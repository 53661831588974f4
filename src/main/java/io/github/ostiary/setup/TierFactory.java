package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.StoreKind;
import io.github.ostiary.engine.Events;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.tier.Tiers;
import java.security.CodeSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The opener of the stores a configuration asks for. */
final class TierFactory {

    private static final String JEDIS = "redis.clients.jedis.UnifiedJedis";
    private static final String CAFFEINE = "com.github.benmanes.caffeine.cache.Caffeine";

    private TierFactory() {}

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
        if (!isThere(CAFFEINE)) {
            problems.add("caffeine is not on the class path, and counters are kept in it; add"
                    + " com.github.ben-manes.caffeine:caffeine:3.3.1 or use the -all jar");
        }
        if (global.storage().kind() == StoreKind.REDIS
                && global.storage().redisUri().isPresent()) {
            String uri = global.storage().redisUri().get();
            if (time.isPresent() && !(time.get() instanceof NodeClock)) {
                problems.addKey("redis.uri", "a time source cannot be combined with Redis, whose own clock decides");
            }
            if (!isThere(JEDIS)) {
                problems.add("redis.uri is set but jedis is not on the class path; add redis.clients:jedis:8.0.2"
                        + " or use the -all jar");
                return Optional.empty();
            }
            return linked(
                    () -> RedisTiers.open(global, uri, time.orElse(TimeSource.system()), events, counts, problems),
                    problems);
        }
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        TimeSource clock = time.orElse(TimeSource.system());
        return linked(
                () -> Optional.of(Tiers.local(new LocalStore(global.storage().maxTrackedKeys(), clock), clock)),
                problems);
    }

    /** What an older library lacks is wrong with the deployment: an Error would end some servers. */
    private static Optional<Tiers> linked(Supplier<Optional<Tiers>> opened, Problems problems) {
        try {
            return opened.get();
        } catch (LinkageError e) {
            String missing = String.valueOf(e.getMessage()).replace('/', '.');
            if (missing.contains(JEDIS.substring(0, JEDIS.lastIndexOf('.')))) {
                problems.add("redis.uri is set but " + fileOf(JEDIS) + " is not a Jedis that Ostiary works with; set"
                        + " redis.clients:jedis:8.0.2 in place of the version that your platform manages, or use the -all"
                        + " jar (" + missing + ")");
            } else {
                problems.add(fileOf(CAFFEINE) + " is not a Caffeine that Ostiary works with; set"
                        + " com.github.ben-manes.caffeine:caffeine:3.1.0 or newer, or use the -all jar (" + missing
                        + ")");
            }
            return Optional.empty();
        }
    }

    /** The jar that a class is in: its name tells the version. */
    private static String fileOf(String type) {
        try {
            CodeSource source = Class.forName(type, false, TierFactory.class.getClassLoader())
                    .getProtectionDomain()
                    .getCodeSource();
            return source == null ? type : source.getLocation().getPath().replaceFirst("^.*/(?=[^/])", "");
        } catch (ClassNotFoundException | LinkageError e) {
            return type;
        }
    }

    /** Two tiers that no other node shares: what Redis would decide is decided in this JVM. */
    static Optional<Tiers> rehearsed(
            GlobalConfig global,
            Optional<TimeSource> time,
            Events events,
            @Nullable StoreCounts counts,
            Problems problems) {
        return problems.isEmpty()
                ? Optional.of(RedisTiers.rehearsed(global, time.orElse(TimeSource.system()), events, counts))
                : Optional.empty();
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, TierFactory.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
