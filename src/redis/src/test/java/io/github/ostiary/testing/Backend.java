package io.github.ostiary.testing;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.notice.SiegeEvidence;
import io.github.ostiary.redis.ManualClockRedis;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Store;
import io.github.ostiary.text.Durations;
import io.github.ostiary.tier.TwoTiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The places where a decision can be made; contract suites run on each. */
public enum Backend {
    /** This JVM. */
    LOCAL,
    /** A real Redis, asked every time. */
    REDIS,
    /** A real Redis behind this node's caches. */
    TWO_TIER;

    /** One node, whose clock and whose Redis script's clock are the given one. Nodes of one cluster name share counters. */
    public Tiers open(ManualTimeSource time, String cluster) {
        return switch (this) {
            case LOCAL -> new LocalTier(new LocalStore(100_000, time), time);
            case REDIS -> new LocalTier(new ManualClockRedis(RedisServer.shared(), cluster, time), time);
            case TWO_TIER -> new TwoTiers(
                    new LocalDenialCache(100_000, time),
                    new ManualClockRedis(RedisServer.shared(), cluster, time),
                    new LocalStore(100_000, time),
                    1,
                    Duration.ofSeconds(5),
                    time,
                    null);
        };
    }

    /** Where this backend keeps its counters. */
    public Store store(TimeSource time, String cluster) {
        return this == LOCAL
                ? new LocalStore(100_000, time)
                : new ManualClockRedis(RedisServer.shared(), cluster, time);
    }

    /** A guard with one rule, {@code test}, on a node of its own. */
    public Guard guard(ManualTimeSource time, String rates) {
        return guard(time, UUID.randomUUID().toString(), rates, Duration.ZERO, false);
    }

    /** A guard with one rule, {@code test}. */
    public Guard guard(ManualTimeSource time, String cluster, String rates, Duration minInterval, boolean countDenied) {
        List<Limit> limits = new ArrayList<>();
        List<Rate> parsed = Rate.parseAll(rates);
        for (int i = 0; i < parsed.size(); i++) {
            limits.add(new Limit(
                    new LimitId("test", "test-" + i, Integer.toString(i)),
                    Algorithm.SLIDING_LOG,
                    parsed.get(i),
                    i == 0 ? Durations.toMicros(minInterval) : 0,
                    countDenied,
                    false));
        }
        return guard(time, cluster, limits);
    }

    /** A guard with one rule, {@code test}, of these limits. */
    public Guard guard(ManualTimeSource time, String cluster, List<Limit> limits) {
        LimitRule rule = Rules.limit("test", limits);
        return new Engine(
                new RuleSet(List.of(rule), List.of()),
                open(time, cluster),
                Key::canonical,
                100,
                null,
                new SiegeEvidence(),
                ChangeMaker.of(time));
    }
}
