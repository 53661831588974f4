package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A rate changed while the guard runs: what was used stays used. */
class UpdateRateTest {

    private static final Key BOB = Key.of("bob");

    private static GuardBuilder rule(Algorithm algorithm) {
        return GuardBuilder.create().limit("r", "5/1h").property("limit.r.algorithm", algorithm.configName());
    }

    @ParameterizedTest
    @EnumSource
    void raisedItFreesAtOnceLoweredItBitesAtOnce(Algorithm algorithm) {
        try (Guard guard = rule(algorithm).timeSource(new ManualTimeSource()).build()) {
            RateLimiter limiter = guard.limiter("r");
            limiter.tryAcquire(BOB, 5);
            limiter.updateRate("8/1h");
            assertThat(limiter.peek(BOB).remaining()).hasValue(3);
            assertThat(limiter.tryAcquire(BOB, 2).limit()).hasValue(8);
            limiter.updateRate("2/1h");
            assertThat(limiter.tryAcquire(BOB).allowed()).isFalse();
        }
    }

    /** The caches of this node knew that it was full; another node keeps its own rate. */
    @ParameterizedTest
    @EnumSource
    void whatTheNodeKnewOfTheOldRateIsForgotten(Algorithm algorithm) {
        GuardBuilder builder = rule(algorithm)
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "rate:" + UUID.randomUUID());
        try (Guard one = builder.build();
                Guard two = builder.build()) {
            RateLimiter limiter = one.limiter("r");
            limiter.tryAcquire(BOB, 5);
            assertThat(limiter.tryAcquire(BOB).allowed()).isFalse();
            limiter.updateRate("6/1h");
            assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
            assertThat(limiter.tryAcquire(BOB).allowed()).isFalse();
            assertThat(two.limiter("r").peek(BOB).limit()).hasValue(5);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '`',
            value = {
                "token-bucket → 1/x → limit.r.rate=1/x: '1/x' is not a rate; write permits/window, such as 100/1m",
                "token-bucket → 1/1s, 5/1m → limit.r.burst=30: it belongs to one rate, and the rule has several;"
                        + " write a rule for each",
                "leaky-bucket → 1/366d → limit.r.burst=30: a burst of 30 at 1/366d takes more than ten years to fill;"
                        + " lower the burst or raise the rate",
            })
    void whatConfigurationWouldDenyIsDeniedAndChangesNothing(String algorithm, String rate, String message) {
        try (Guard guard = GuardBuilder.create()
                .limit("r", "5/1h")
                .property("limit.r.algorithm", algorithm)
                .property("limit.r.burst", "30")
                .build()) {
            RateLimiter limiter = guard.limiter("r");
            assertThatThrownBy(() -> limiter.updateRate(rate))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
            assertThat(limiter.tryAcquire(BOB, 30).allowed()).isTrue();
        }
    }

    @Test
    void aRateBelowTheCostIsDenied() {
        try (Guard guard = GuardBuilder.create()
                .limit("r", "5/1h")
                .property("limit.r.cost", "4")
                .build()) {
            assertThatThrownBy(() -> guard.limiter("r").updateRate("3/1h"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("limit.r.cost=4: it is more than 3/1h ever admits; lower it or raise the rate");
        }
    }
}
