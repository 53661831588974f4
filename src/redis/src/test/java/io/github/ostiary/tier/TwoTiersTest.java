package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often the far tier is asked, and by how many at a time. */
class TwoTiersTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final Far far = new Far(time);
    private final TwoTiers tiers = tiers(10_000, time);

    /** A real store behind a gate that counts. */
    private static final class Far implements Store {

        private final LocalStore store;
        private final AtomicInteger calls = new AtomicInteger();
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean broken;

        Far(TimeSource time) {
            store = new LocalStore(1_000_000, time);
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            if (operation != Operation.DECIDE) {
                return store.ask(operation, claims, deadlineMicros);
            }
            calls.incrementAndGet();
            try {
                if (!gate.await(20, TimeUnit.SECONDS)) {
                    throw new StoreException("the test left the gate closed");
                }
            } catch (InterruptedException e) {
                throw new StoreException("interrupted", e);
            }
            if (broken) {
                throw new StoreException("broken");
            }
            return store.ask(operation, claims, deadlineMicros);
        }

        @Override
        public SharedState sharedState() {
            return store.sharedState();
        }

        @Override
        public LockBook locks() {
            return store.locks();
        }

        @Override
        public void ping() {}

        @Override
        public void close() {}
    }

    private TwoTiers tiers(int tracked, TimeSource clock) {
        return new TwoTiers(
                new LocalDenialCache(tracked, clock),
                far,
                new LocalStore(10_000, clock),
                1,
                Duration.ofSeconds(20),
                clock,
                null);
    }

    private static Limit limit(String rule, boolean countDenied, boolean shadow) {
        return new Limit(
                new LimitId(rule, rule, "0"), Algorithm.SLIDING_LOG, Rate.parse("2/1m"), 0, countDenied, shadow);
    }

    private static Ask ask(Limit limit, String who, long permits) {
        return new Ask(new Charge(limit, who, permits), Rules.limit(limit.rule(), List.of(limit)), Key.of(who));
    }

    private static Ask ask(Limit limit, String who) {
        return ask(limit, who, 1);
    }

    private boolean hit(Limit limit, String who) {
        return tiers.decide(List.of(ask(limit, who))).said(0).passed();
    }

    @Test
    void aDenialIsRepeatedHereForASecondAndThenAskedAgain() {
        Limit limit = limit("r", false, false);
        hit(limit, "bob");
        hit(limit, "bob");
        for (int i = 0; i < 100; i++) {
            assertThat(hit(limit, "bob")).isFalse();
        }
        assertThat(far.calls)
                .as("the second answer left nothing: no third call")
                .hasValue(2);
        time.advance(Duration.ofMillis(1_000));
        for (int i = 0; i < 100; i++) {
            assertThat(hit(limit, "bob")).isFalse();
        }
        assertThat(far.calls).hasValue(3);
    }

    @Test
    void atMostOneProbePerKeyIsInFlightAndOthersShareItsOutcome() throws Exception {
        Limit limit = limit("r", false, false);
        hit(limit, "bob");
        hit(limit, "bob");
        time.advance(Duration.ofSeconds(2));
        far.gate = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(20);
        List<Future<Boolean>> hits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            hits.add(pool.submit(() -> hit(limit, "bob")));
        }
        Await.until(() -> far.calls.get() == 3, Duration.ofSeconds(10));
        far.gate.countDown();
        for (Future<Boolean> hit : hits) {
            assertThat(hit.get(20, TimeUnit.SECONDS)).isFalse();
        }
        pool.shutdown();
        assertThat(far.calls).as("twenty threads, one call").hasValue(3);
    }

    @Test
    void aFailedProbeIsEverybodysFailure() throws Exception {
        Limit limit = limit("r", false, false);
        hit(limit, "bob");
        hit(limit, "bob");
        time.advance(Duration.ofSeconds(2));
        far.broken = true;
        TierAnswer outcome = tiers.decide(List.of(ask(limit, "bob")));
        assertThat(outcome.degraded()).isTrue();
        assertThat(outcome.said(0).passed()).as("the known refusal stands").isFalse();
    }

    @Test
    void countDeniedAndShadowRulesAreNeverShortCircuited() {
        for (Limit limit : List.of(limit("counting", true, false), limit("shadow", false, true))) {
            far.calls.set(0);
            for (int i = 0; i < 10; i++) {
                hit(limit, "bob");
            }
            assertThat(far.calls).as(limit.rule()).hasValue(10);
        }
    }

    @Test
    void whatCountsDeniedCallsIsAskedHoweverCertainAnotherDenialIs() {
        Limit narrow = limit("narrow", false, false);
        List<Ask> both = List.of(ask(narrow, "bob"), ask(limit("counting", true, false), "eve"));
        for (int i = 0; i < 10; i++) {
            tiers.decide(both);
        }
        assertThat(far.calls).hasValue(10);
    }

    @Test
    void oneClaimAloneIsToldAndAskedForAsSeveralAre() {
        Charge charge = new Charge(limit("r", false, false), "bob", 1);
        for (int i = 0; i < 100; i++) {
            Verdict said = tiers.decide(charge);
            assertThat(said).isNotNull();
            assertThat(said.passed()).isEqualTo(i < 2);
        }
        assertThat(far.calls).as("the second answer left nothing").hasValue(2);
        time.advance(Duration.ofMillis(1_000));
        for (int i = 0; i < 100; i++) {
            assertThat(tiers.decide(charge)).isNotNull();
        }
        assertThat(far.calls).as("one probe a second").hasValue(3);
        time.advance(Duration.ofMillis(1_000));
        far.broken = true;
        assertThat(tiers.decide(charge)).as("others judge it").isNull();
        Charge counting = new Charge(limit("counting", true, false), "bob", 1);
        far.broken = false;
        far.calls.set(0);
        for (int i = 0; i < 10; i++) {
            tiers.decide(counting);
        }
        assertThat(far.calls).hasValue(10);
    }

    @Test
    void whatIsChargedAfterTheFactIsKnownHereAtOnce() {
        Limit limit = limit("r", false, false);
        tiers.ask(Operation.CHARGE, List.of(ask(limit, "bob", 2)));
        assertThat(hit(limit, "bob")).isFalse();
        assertThat(far.calls).as("a charge is no decision").hasValue(0);
    }

    /** Whether a caller would be denied is asked of the store only where it was, a second ago or more. */
    @Test
    void aLookAsksTheStoreOnlyAboutWhatWasExhausted() throws StoreException {
        Limit limit = limit("r", false, false);
        List<Ask> bob = List.of(ask(limit, "bob"));
        assertThat(tiers.denied(bob).size()).as("nothing is known").isZero();
        hit(limit, "bob");
        hit(limit, "bob");
        assertThat(tiers.denied(bob).denies(0, bob.get(0))).isTrue();
        Asked.reset(far, List.of(bob.get(0).claim()));
        assertThat(tiers.denied(bob).denies(0, bob.get(0))).as("for a second").isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(tiers.denied(bob).denies(0, bob.get(0))).isFalse();
        assertThat(far.calls).as("nothing was spent by looking").hasValue(2);
    }

    @Test
    void aLockIsRepeatedHereForASecondAndAnUnlockingHeardThen() throws StoreException {
        Ask attempt = attempt("a");
        LockBook.LockId place = new LockBook.LockId(((AttemptClaim) attempt.claim()).policy(), "bob");
        far.locks().lock(place, "", 60_000_000, "by hand");
        assertThat(tiers.decide(List.of(attempt)).admits(List.of(attempt))).isFalse();
        far.locks().unlock(place);
        for (int i = 0; i < 10; i++) {
            assertThat(tiers.decide(List.of(attempt("b" + i))).admits(List.of(attempt)))
                    .isFalse();
        }
        assertThat(far.calls).hasValue(1);
        time.advance(Duration.ofSeconds(1));
        assertThat(tiers.decide(List.of(attempt("c"))).admits(List.of(attempt))).isTrue();
        assertThat(far.calls).hasValue(2);
    }

    @Test
    void aDenialByOneCounterAsksNothingOfTheOthers() throws StoreException {
        Limit narrow = limit("narrow", false, false);
        Limit wide = new Limit(
                new LimitId("wide", "wide", "0"), Algorithm.SLIDING_LOG, Rate.parse("50/1m"), 0, false, false);
        for (int i = 0; i < 10; i++) {
            tiers.decide(List.of(ask(narrow, "bob"), ask(wide, "bob")));
        }
        assertThat(far.calls).hasValue(2);
        assertThat(Asked.peek(far, List.of(new Charge(wide, "bob", 1))).get(0).remaining())
                .isEqualTo(48);
    }

    @Test
    void anEvictedWitnessIsNoAmnesty() {
        TwoTiers small = tiers(10, time);
        Limit limit = limit("r", false, false);
        for (int i = 0; i < 3; i++) {
            small.decide(List.of(ask(limit, "victim")));
        }
        for (int i = 0; i < 1_000; i++) {
            small.decide(List.of(ask(limit, "flood" + i)));
        }
        TierAnswer outcome = small.decide(List.of(ask(limit, "victim")));
        assertThat(outcome.said(0).passed()).isFalse();
    }

    @Test
    void aResetHereIsFeltHereAtOnce() throws StoreException {
        Limit limit = limit("r", false, false);
        for (int i = 0; i < 3; i++) {
            hit(limit, "bob");
        }
        tiers.change(Operation.RESET, List.of(new Charge(limit, "bob", 1)));
        assertThat(hit(limit, "bob")).isTrue();
    }

    @Test
    void whatABucketWouldBearIsNotDeniedForGoodByANodesShare() {
        Rate rate = Rate.parse("2/1m");
        Tuning tuning = Tuning.of(Algorithm.TOKEN_BUCKET, rate).withBurst(10);
        Limit limit = new Limit(new LimitId("r", "r", "0"), Algorithm.TOKEN_BUCKET, rate, tuning, 0, false, false);
        TwoTiers five = new TwoTiers(
                new LocalDenialCache(100, time), far, new LocalStore(100, time), 5, Duration.ofSeconds(20), time, null);
        far.broken = true;
        Verdict bearable = five.decide(List.of(ask(limit, "bob", 10))).said(0);
        assertThat(bearable.passed()).isFalse();
        assertThat(bearable.retryMicros()).isEqualTo(60_000_000);
        Verdict never = five.decide(List.of(ask(limit, "bob", 11))).said(0);
        assertThat(never.retryMicros()).isEqualTo(Verdict.NEVER);
    }

    /** The answer was lost, not the question: what was reserved then must not stand in the way now. */
    @Test
    void anAttemptThatAsksAgainDoesNotWaitForItself() throws Exception {
        Asked.decide(far.store, List.of(attempt("a").claim()));
        far.broken = true;
        assertThat(tiers.decide(List.of(attempt("c"))).admits(List.of(attempt("c"))))
                .isTrue();
        assertThat(tiers.decide(List.of(attempt("b"))).admits(List.of(attempt("b"))))
                .isFalse();
        Asked.ask(far.store, Operation.ABANDON, List.of(attempt("a").claim()));
        Asked.decide(far.store, List.of(attempt("b").claim()));
        far.broken = false;
        tiers.settle(Operation.ABANDON, List.of(attempt("c").claim()));
        assertThat(tiers.decide(List.of(attempt("b"))).admits(List.of(attempt("b"))))
                .isTrue();
    }

    private static Ask attempt(String id) {
        LockoutPolicy policy = LockoutPolicies.policy().lock(1, 3_600, 900).named("login");
        AttemptClaim reservation =
                new AttemptClaim(policy, "bob", id, AttemptClaim.Purpose.ATTEMPT, AttemptClaim.Traits.NONE, "");
        return new Ask(reservation, Rules.limit(policy.rule(), List.of()), Key.of("bob"));
    }

    /** Who asks again by the same id must not lose its place to what was said of the first time. */
    @Test
    void anAttemptThatWasDeniedWhileTheStoreWasAwayAndThenLetInStillCounts() throws Exception {
        far.broken = true;
        assertThat(tiers.decide(List.of(attempt("a"))).admits(List.of(attempt("a"))))
                .isTrue();
        assertThat(tiers.decide(List.of(attempt("b"))).admits(List.of(attempt("b"))))
                .isFalse();
        far.broken = false;
        tiers.settle(Operation.ABANDON, List.of(attempt("a").claim()));
        assertThat(tiers.decide(List.of(attempt("b"))).admits(List.of(attempt("b"))))
                .isTrue();
        tiers.settle(Operation.FAIL, List.of(attempt("b").claim()));
        LockoutPolicy policy = ((AttemptClaim) attempt("b").claim()).policy();
        assertThat(far.locks().state(new LockBook.LockId(policy, "bob")).phase())
                .isEqualTo(LockState.Phase.LOCKED);
    }
}
