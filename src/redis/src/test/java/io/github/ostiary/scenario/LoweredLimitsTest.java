package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Nodes;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What buckets remember of what was used, and windows of when they began. */
class LoweredLimitsTest {

    private final ManualTimeSource time = new ManualTimeSource();

    private static Verdict ask(Store store, Limit limit, long permits) throws StoreException {
        return Asked.decide(store, List.of(new Charge(limit, "bob", permits))).get(0);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void aLoweredBurstForgetsNothing(Backend backend) throws StoreException {
        for (Algorithm algorithm : List.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET)) {
            try (Store store = backend.store(time, "lowered:" + UUID.randomUUID())) {
                assertThat(ask(store, Limits.bucket(algorithm, "1/1s", 100), 100)
                                .passed())
                        .isTrue();
                Limit lowered = Limits.bucket(algorithm, "1/1s", 5);
                assertThat(ask(store, lowered, 1).retryMicros()).isEqualTo(96_000_000);
                Asked.credit(store, List.of(new Charge(lowered, "bob", 1)));
                assertThat(ask(store, lowered, 1).retryMicros()).isEqualTo(95_000_000);
                time.advance(Duration.ofSeconds(94));
                assertThat(ask(store, lowered, 1).passed()).isFalse();
                time.advance(Duration.ofSeconds(1));
                assertThat(ask(store, lowered, 1).passed()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void aLoweredWindowForgetsNothing(Backend backend) throws StoreException {
        try (Store store = backend.store(time, "lowered:" + UUID.randomUUID())) {
            Limit before = Limits.of(Algorithm.FIXED_WINDOW, "100/1m");
            assertThat(ask(store, before, 100).passed()).isTrue();
            Asked.credit(store, List.of(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1)));
            assertThat(ask(store, before, 1).remaining()).isZero();
        }
    }

    /** 2/1s, five at most: emptied at 0 s it is full at 3 s; emptied at 3.5 s, two more come at 4 s. */
    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void anIntervalIsAnchoredAtTheFirstUse(Backend backend) throws StoreException {
        Tuning portions = Tuning.of(Algorithm.TOKEN_BUCKET, Rate.parse("2/1s"))
                .withBurst(5)
                .withRefillByInterval(true);
        Limit limit = Limits.of(Algorithm.TOKEN_BUCKET, "2/1s", portions);
        try (Store store = backend.store(time, "anchored:" + UUID.randomUUID())) {
            assertThat(ask(store, limit, 5).passed()).isTrue();
            time.advance(Duration.ofMillis(3_500));
            assertThat(ask(store, limit, 5).passed()).isTrue();
            assertThat(ask(store, limit, 2).retryMicros()).isEqualTo(500_000);
            time.advance(Duration.ofMillis(500));
            assertThat(ask(store, limit, 2).passed()).isTrue();
        }
    }

    @Test
    void aPrecisionOfAWholeWindowIsDeniedWithTheRemedy() {
        assertThatThrownBy(() ->
                        Nodes.local("limit.a.rate=5/10s", "limit.a.algorithm=sliding-window", "limit.a.precision=10s"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("limit.a.precision")
                .hasMessageContaining("fixed-window");
    }
}
