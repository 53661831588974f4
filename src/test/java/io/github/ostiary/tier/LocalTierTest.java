package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one node decides by itself, alone or among others. */
class LocalTierTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final LocalStore alone = new LocalStore(100, time);
    private final LocalStore among = new LocalStore(100, time);

    /** A claim that others are asked with, which always pass, is decided as it is alone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aClaimAloneIsDecidedAsAmongOthers(long seed) {
        Random random = new Random(seed);
        Algorithm algorithm = Algorithm.values()[(int) (seed % Algorithm.values().length)];
        ConcurrencyPolicy two = new ConcurrencyPolicy("work", "", 2, 5_000_000, false);
        try (LocalTier tier = new LocalTier(alone, time)) {
            for (int i = 0; i < 5_000; i++) {
                time.advance(Duration.ofMillis(random.nextInt(1_500)));
                String who = "k" + random.nextInt(3);
                Claim claim = random.nextInt(4) > 0
                        ? new Charge(
                                Limits.with(Limits.of(algorithm, "3/10s"), 0, seed % 2 == 0, false),
                                who,
                                1 + random.nextInt(3))
                        : new LeaseClaim(two, who, "lease" + i);
                Charge free = new Charge(Limits.named(Limits.of(algorithm, "1000000/1s"), "free"), "x" + i, 1);
                assertThat(tier.decide(claim))
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(among.ask(Operation.DECIDE, List.of(free, claim), Store.NO_DEADLINE)
                                .get(1));
            }
        }
    }

    @Test
    void anAttemptAloneIsReserved() {
        try (LocalTier tier = new LocalTier(alone, time)) {
            var ladder = LockoutPolicies.policy().lock(1, 60, 60).named("login");
            assertThat(tier.decide(LockoutPolicies.attempt(ladder, "a", "", "")).passed())
                    .isTrue();
            assertThat(tier.decide(LockoutPolicies.attempt(ladder, "b", "", "")).passed())
                    .as("the only one there is is in flight")
                    .isFalse();
        }
    }
}
