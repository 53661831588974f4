package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.SteppedClock;
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
        try (Tiers tier = new LocalTier(alone, time)) {
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
        try (Tiers tier = new LocalTier(alone, time)) {
            var ladder = LockoutPolicies.policy().lock(1, 60, 60).named("login");
            assertThat(tier.decide(LockoutPolicies.attempt(ladder, "a", "", "")).passed())
                    .isTrue();
            assertThat(tier.decide(LockoutPolicies.attempt(ladder, "b", "", "")).passed())
                    .as("the only one there is is in flight")
                    .isFalse();
        }
    }

    /** As on nodes that share a store, in time that stands still until it is moved. */
    @Test
    void aCallKeepsItsPermitForAsLongAsItRuns() {
        SteppedClock clock = new SteppedClock();
        ConcurrencyPolicy two = new ConcurrencyPolicy("work", "", 2, 3_000_000, false);
        LeaseClaim running = new LeaseClaim(two, "bob", "running");
        LeaseClaim byHand = new LeaseClaim(two, "bob", "by hand");
        LeaseClaim more = new LeaseClaim(two, "bob", "more");
        Object call = new Object();
        try (Tiers tier = new LocalTier(new LocalStore(100, clock.of(0)), clock.of(0))) {
            assertThat(tier.decide(SteppedNodes.asks(running)).admits(SteppedNodes.asks(running)))
                    .isTrue();
            assertThat(tier.decide(SteppedNodes.asks(byHand)).admits(SteppedNodes.asks(byHand)))
                    .isTrue();
            tier.watch(List.of(running, byHand), call);
            tier.unwatch(List.of(byHand));
            clock.pass(2_000_000);
            assertThat(tier.renew(byHand)).isTrue();
            assertThat(tier.denied(SteppedNodes.asks(more)).said(0).passed()).isFalse();
            clock.pass(4_000_000);
            assertThat(tier.renew(byHand)).isFalse();
            assertThat(tier.denied(SteppedNodes.asks(more)).said(0).remaining()).isEqualTo(1);
            assertThat(tier.settle(Operation.ABANDON, List.of(running))).hasSize(1);
            assertThat(tier.denied(SteppedNodes.asks(more)).said(0).remaining()).isEqualTo(2);
            clock.pass(1_000_000);
            assertThat(clock.isIdle()).isTrue();
        }
    }

    @Test
    void anAttemptIsNoReasonToRenewAnything() {
        SteppedClock clock = new SteppedClock();
        try (Tiers tier = new LocalTier(new LocalStore(100, clock.of(0)), clock.of(0))) {
            assertThat(tier.decide(SteppedNodes.asks(SteppedNodes.attempt(SteppedNodes.LOGIN, "bob", "a")))
                            .said(0)
                            .passed())
                    .isTrue();
            LeaseClaim none = new LeaseClaim(new ConcurrencyPolicy("work", "", 0, 3_000_000, false), "bob", "a");
            assertThat(tier.decide(SteppedNodes.asks(none)).said(0).passed()).isFalse();
            assertThat(clock.isIdle()).isTrue();
        }
    }

    @Test
    void allThatIsAskedIsAnsweredHere() throws StoreException {
        Charge charge = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "1/1h"), "bob", 1);
        Tiers tier = new LocalTier(alone, time);
        assertThat(tier.shared()).isFalse();
        assertThat(tier.pace()).isNotNull();
        assertThat(tier.teller(charge)).isEqualTo(Teller.LOCAL);
        assertThat(tier.unreachable()).isZero();
        assertThat(tier.standIn(SteppedNodes.asks(charge)).said(0).passed()).isTrue();
        assertThat(tier.held()).isEqualTo(1);
        assertThat(tier.denied(SteppedNodes.asks(charge)).said(0).passed()).isFalse();
        tier.change(Operation.RESET, List.of(charge));
        assertThat(tier.denied(SteppedNodes.asks(charge)).said(0).passed()).isTrue();
        assertThat(tier.sharedState()).isSameAs(alone.sharedState());
        assertThat(tier.locks().state(SteppedNodes.place("bob")).failures()).isZero();
        tier.close();
    }
}
