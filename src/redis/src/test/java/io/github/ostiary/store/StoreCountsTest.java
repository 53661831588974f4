package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.tier.TwoTiers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a shared store is asked is counted; what it need not be asked, too. */
class StoreCountsTest {

    private static final Limit TWO =
            new Limit(new LimitId("two", "two", "0"), Algorithm.SLIDING_LOG, Rate.parse("2/1h"), 0, false, false);

    private final StoreCounts counts = new StoreCounts();

    private TwoTiers open(RedisServer redis, Duration timeout, TimeSource time) {
        return open(redis, timeout, time, counts);
    }

    private static TwoTiers open(RedisServer redis, Duration timeout, TimeSource time, StoreCounts counts) {
        String prefix = "counts-" + UUID.randomUUID();
        Store store = RedisStore.open(RedisUri.parse(redis.uri()), prefix, timeout, time, counts, null);
        return new TwoTiers(
                new LocalDenialCache(100, time), store, new LocalStore(100, time), 1, timeout, time, counts);
    }

    private static TierAnswer decide(TwoTiers tiers) {
        return tiers.decide(
                List.of(new Ask(new Charge(TWO, "bob", 1), Rules.limit("two", List.of(TWO)), Key.of("bob"))));
    }

    /** The node's clock stands still, so that no answer grows old. */
    @Test
    void callsAndWhatIsDeniedWithoutThem() {
        Duration timeout = Duration.ofSeconds(5);
        try (TwoTiers first = open(RedisServer.shared(), timeout, new ManualTimeSource(), new StoreCounts())) {
            decide(first); // the first call of all has to load the script
        }
        try (TwoTiers tiers = open(RedisServer.shared(), timeout, new ManualTimeSource())) {
            for (int i = 0; i < 5; i++) {
                decide(tiers);
            }
            assertThat(sum(counts.calls())).isEqualTo(2);
            assertThat(counts.batches().counts()).startsWith(2, 0);
            assertThat(counts.of(StoreFigure.NEAR_DENIALS)).isEqualTo(3);
            assertThat(counts.failures()).isZero();
            assertThat(counts.of(StoreFigure.TIMEOUTS)).isZero();
            assertThat(counts.of(StoreFigure.STAND_INS)).isZero();
            assertThat(tiers.held()).isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void whatItDoesNotAnswerInTime() {
        try (RedisServer redis = RedisServer.start();
                TwoTiers tiers = open(redis, Duration.ofMillis(50), TimeSource.system())) {
            redis.pause();
            assertThat(decide(tiers).degraded()).isTrue();
            redis.resume();
            assertThat(counts.of(StoreFigure.STAND_INS)).isEqualTo(1);
            assertThat(counts.of(StoreFigure.TIMEOUTS)).isEqualTo(1);
            assertThat(counts.failures()).isLessThanOrEqualTo(1);
        }
    }

    private static long sum(Histogram histogram) {
        long sum = 0;
        for (long each : histogram.counts()) {
            sum += each;
        }
        return sum;
    }
}
