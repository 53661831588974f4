package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often the thread that asks looks at the clock for one decision. */
class ClockReadsTest {

    private static final long MOST = 4;
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private final Thread asking = Thread.currentThread();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong ahead = new AtomicLong();
    private final TimeSource clock = () -> {
        if (Thread.currentThread() == asking) {
            reads.incrementAndGet();
        }
        return TimeSource.system().micros() + ahead.get();
    };
    private final String prefix = UUID.randomUUID().toString();
    private final LocalDenialCache front = new LocalDenialCache(1_000, clock);
    private final TwoTiers tiers = new TwoTiers(
            front,
            new Breaker(store(clock), BUDGET, clock),
            new LocalStore(1_000, clock, front::known),
            1,
            BUDGET,
            clock,
            null);
    private final Tiers elsewhere = new LocalTier(store(TimeSource.system()), TimeSource.system());

    private Store store(TimeSource time) {
        return RedisStore.open(RedisUri.parse(RedisServer.shared().uri()), prefix, BUDGET, time);
    }

    /** The server has the scripts: it is brought them once. */
    @BeforeEach
    void warm() {
        tiers.decide(List.of(charge("1000/1m", "warm")));
        Ask attempt = attempt(LockoutPolicies.policy().lock(1, 3_600, 900).named("warm"), "warm");
        tiers.decide(List.of(attempt));
        tiers.settle(Operation.FAIL, List.of(attempt.claim()));
        tiers.decide(List.of(lease("warm")));
        tiers.settle(Operation.ABANDON, List.of(lease("warm").claim()));
    }

    @AfterEach
    void close() {
        elsewhere.close();
        tiers.close();
    }

    private static Ask ask(Claim claim) {
        return new Ask(claim, Rules.limit("test", List.of()), Key.of("k"));
    }

    private static Ask charge(String rate, String who) {
        return ask(new Charge(Limits.of(Algorithm.SLIDING_LOG, rate), who, 1));
    }

    private static Ask attempt(LockoutPolicy policy, String id) {
        return ask(LockoutPolicies.attempt(policy, id, "", ""));
    }

    private static Ask lease(String who) {
        return ask(new LeaseClaim(new ConcurrencyPolicy("c", "", 5, 30_000_000, false), who, "lease"));
    }

    /** How often one decision looks at the clock. */
    private long reads(boolean admitted, Ask... asks) {
        reads.set(0);
        TierAnswer answer = tiers.decide(List.of(asks));
        long made = reads.get();
        assertThat(answer.degraded()).isFalse();
        assertThat(answer.admits(List.of(asks))).isEqualTo(admitted);
        return made;
    }

    @Test
    void whoIsAdmittedByRedisLooksFourTimes() {
        assertThat(reads(true, charge("1000/1m", "bob"))).as("a first time").isLessThanOrEqualTo(MOST);
        assertThat(reads(true, charge("1000/1m", "bob"))).as("again").isLessThanOrEqualTo(MOST);
        Ask other = ask(new Charge(Limits.named(Limits.of(Algorithm.LEAKY_BUCKET, "50/1s"), "x"), "bob", 1));
        assertThat(reads(true, charge("1000/1m", "bob"), other)).as("two rules").isLessThanOrEqualTo(MOST);
        assertThat(reads(true, charge("1/1m", "eve"))).as("the last permit").isLessThanOrEqualTo(MOST);
    }

    @Test
    void whoIsDeniedByRedisLooksFourTimesAndByAWitnessOnce() {
        assertThat(elsewhere.decide(List.of(charge("1/1m", "bob"))).admits(List.of(charge("1/1m", "bob"))))
                .isTrue();
        assertThat(reads(false, charge("1/1m", "bob"))).as("unknown").isLessThanOrEqualTo(MOST);
        assertThat(reads(false, charge("1/1m", "bob"))).as("by a cache").isEqualTo(1);
        ahead.set(2_000_000);
        assertThat(reads(false, charge("1/1m", "bob")))
                .as("a probe, by an idle connection")
                .isLessThanOrEqualTo(MOST + 1);
    }

    @Test
    void anAttemptLooksFourTimesAndSoDoesItsEnd() {
        LockoutPolicy policy = LockoutPolicies.policy().lock(1, 3_600, 900).named("login");
        assertThat(reads(true, attempt(policy, "first"))).isLessThanOrEqualTo(MOST);
        reads.set(0);
        tiers.settle(Operation.FAIL, List.of(attempt(policy, "first").claim()));
        assertThat(reads.get()).as("its end").isLessThanOrEqualTo(MOST);
        assertThat(reads(false, attempt(policy, "second"))).as("locked").isEqualTo(1);
    }

    /** The stand-in, a store of its own, hears of it. */
    @Test
    void aLeaseIsTakenInTwoPlaces() {
        Ask lease = lease("bob");
        assertThat(reads(true, lease)).isLessThanOrEqualTo(MOST + 1);
        reads.set(0);
        tiers.settle(Operation.ABANDON, List.of(lease.claim()));
        assertThat(reads.get()).as("its release").isLessThanOrEqualTo(MOST + 1);
    }

    @Test
    void aDecisionOfThisNodeAloneLooksOnce() {
        try (Tiers local = new LocalTier(new LocalStore(100, clock), clock)) {
            reads.set(0);
            local.decide(List.of(charge("1000/1m", "bob"), charge("10/1s", "eve")));
            assertThat(reads.get()).isEqualTo(1);
        }
    }
}
