package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every algorithm promises, on every backend. */
class AlgorithmContractTest {

    private static final Key BOB = Key.of("bob");
    private static final long SECOND = 1_000_000;

    /** A multiple of all windows in use: counters aligned with the epoch begin here. */
    private final ManualTimeSource time = new ManualTimeSource();

    {
        time.set(1_700_000_000 * SECOND);
    }

    static Stream<Arguments> all() {
        return Stream.of(Backend.values())
                .flatMap(backend -> Stream.of(Algorithm.values()).map(algorithm -> Arguments.of(backend, algorithm)));
    }

    static Stream<Arguments> stores() {
        return all().filter(arguments -> arguments.get()[0] != Backend.TWO_TIER);
    }

    private Guard guard(Backend backend, Limit... limits) {
        return backend.guard(time, UUID.randomUUID().toString(), List.of(limits));
    }

    private void after(String duration) {
        time.advance(Durations.parse(duration));
    }

    @ParameterizedTest
    @MethodSource("all")
    void theLimitPassesAtOnceAndAgainAfterAWindow(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "5/10s"))) {
            RateLimiter limiter = guard.limiter("test");
            for (int left = 4; left >= 0; left--) {
                assertThat(limiter.tryAcquire(BOB).remaining()).hasValue(left);
            }
            Decision denied = limiter.tryAcquire(BOB);
            assertThat(denied.allowed()).isFalse();
            assertThat(denied.remaining()).hasValue(0);
            assertThat(denied.resetAfter()).isEqualTo(Duration.ofSeconds(10));
            after("10s");
            assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
        }
    }

    /** A cache may promise a microsecond too late, never too early. */
    @ParameterizedTest
    @MethodSource("stores")
    void retryAfterIsTheFirstMicrosecondThatPasses(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "7/10s"))) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB, 3);
            after("1234ms");
            limiter.tryAcquire(BOB, 4);
            Decision denied = limiter.tryAcquire(BOB, 2);
            assertThat(denied.allowed()).isFalse();
            long retry = Durations.toMicros(denied.retryAfter().orElseThrow());
            time.set(time.micros() + retry - 1);
            assertThat(limiter.tryAcquire(BOB, 2).allowed()).as("too early").isFalse();
            time.set(time.micros() + 1);
            assertThat(limiter.tryAcquire(BOB, 2).allowed()).as("on time").isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aDenialSpendsNothingInAnyLimit(Backend backend, Algorithm algorithm) {
        Limit wide = Limits.named(Limits.of(algorithm, "9/10s"), "wide");
        Limit narrow = Limits.named(Limits.of(Algorithm.SLIDING_LOG, "2/10s"), "narrow");
        try (Guard guard = guard(backend, wide, narrow)) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB);
            for (int i = 0; i < 30; i++) {
                assertThat(limiter.tryAcquire(BOB, 2).allowed()).isFalse();
            }
            assertThat(limiter.peek(BOB).quotas())
                    .filteredOn(quota -> quota.policy().equals("wide"))
                    .extracting(Quota::remaining)
                    .containsExactly(8L);
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void whatIsGivenBackIsFree(Backend backend, Algorithm algorithm) throws StoreException {
        List<Charge> all = List.of(new Charge(Limits.of(algorithm, "5/10s"), "bob", 5));
        try (Store store = backend.store(time, UUID.randomUUID().toString())) {
            Asked.decide(store, all);
            Asked.ask(store, Operation.GIVE_BACK, all);
            assertThat(Asked.decide(store, all).get(0).passed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void whatAResetFreedIsNotGivenBackOnceMore(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "5/10s");
        List<Charge> all = List.of(new Charge(limit, "bob", 5));
        try (Store store = backend.store(time, UUID.randomUUID().toString())) {
            Asked.decide(store, all);
            after("2s");
            Asked.reset(store, all);
            Asked.decide(store, all);
            after("7s");
            Asked.ask(store, Operation.GIVE_BACK, List.of(new Charge(limit, "bob", 1)));
            assertThat(Asked.peek(store, all).get(0).remaining())
                    .as("but for what has come back by itself")
                    .isEqualTo(refillsSmoothly(algorithm) ? 3 : 0);
        }
    }

    private static boolean refillsSmoothly(Algorithm algorithm) {
        return algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET;
    }

    /** A call that may wait knows when it was granted what it gives back. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TWO_TIER")
    void whatWasGrantedAfterAResetIsGivenBack(Backend backend) throws StoreException {
        Limit limit = Limits.bucket(Algorithm.LEAKY_BUCKET, "1/10s", 5);
        Charge five = new Charge(limit, "bob", 5, 60 * SECOND);
        try (Store store = backend.store(time, UUID.randomUUID().toString())) {
            Verdict before = Asked.decide(store, List.of(five)).get(0);
            after("2s");
            Asked.reset(store, List.of(five));
            after("1s");
            Verdict since = Asked.decide(store, List.of(five)).get(0);
            Asked.ask(store, Operation.GIVE_BACK, List.of(five.granted(before)));
            assertThat(Asked.peek(store, List.of(five)).get(0).remaining()).isZero();
            Asked.ask(store, Operation.GIVE_BACK, List.of(five.granted(since)));
            assertThat(Asked.peek(store, List.of(five)).get(0).remaining()).isEqualTo(5);
        }
    }

    /** A minute after all that it freed would have come back by itself. */
    @ParameterizedTest
    @MethodSource("stores")
    void aResetIsForgottenInTheEnd(Backend backend, Algorithm algorithm) throws StoreException {
        List<Charge> all = List.of(new Charge(Limits.of(algorithm, "5/10s"), "bob", 5));
        try (Store store = backend.store(time, UUID.randomUUID().toString())) {
            Asked.decide(store, all);
            Asked.reset(store, all);
            after("71s");
            Asked.decide(store, all);
            Asked.ask(store, Operation.GIVE_BACK, all);
            assertThat(Asked.decide(store, all).get(0).passed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void moreThanTheLimitIsNever(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "5/10s"))) {
            Decision decision = guard.limiter("test").tryAcquire(BOB, 6);
            assertThat(decision.permanent()).isTrue();
            assertThat(decision.retryAfter()).isEmpty();
            assertThat(decision.remaining()).hasValue(5);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void keepsIntervals(Backend backend, Algorithm algorithm) {
        Limit paced = Limits.with(Limits.of(algorithm, "100/10s"), 3 * SECOND, false, false);
        try (Guard guard = guard(backend, paced)) {
            RateLimiter limiter = guard.limiter("test");
            assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
            after("1s");
            assertThat(limiter.tryAcquire(BOB).retryAfter()).contains(Duration.ofSeconds(2));
            after("2s");
            assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void countsDeniedAttemptsUpToTheLimit(Backend backend, Algorithm algorithm) {
        Limit counting = Limits.with(Limits.of(algorithm, "5/10s"), 0, true, false);
        try (Guard guard = guard(backend, counting)) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB, 3);
            assertThat(limiter.tryAcquire(BOB, 4).allowed()).isFalse();
            assertThat(limiter.peek(BOB).remaining()).hasValue(0);
            after("10s");
            assertThat(limiter.tryAcquire(BOB, 5).allowed())
                    .as("never more than the limit")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shadowsReportAndNeverDeny(Backend backend, Algorithm algorithm) {
        Limit shadow = Limits.with(Limits.named(Limits.of(algorithm, "1/10s"), "shadow"), 0, false, true);
        try (Guard guard = guard(backend, shadow, Limits.named(Limits.of(algorithm, "3/10s"), "real"))) {
            RateLimiter limiter = guard.limiter("test");
            assertThat(limiter.tryAcquire(BOB).shadowed()).isFalse();
            Decision second = limiter.tryAcquire(BOB);
            assertThat(second.allowed()).isTrue();
            assertThat(second.shadowed()).isTrue();
            assertThat(second.remaining()).hasValue(1);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void creditsAndResets(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "5/10s"))) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB, 4);
            limiter.credit(BOB, 3);
            assertThat(limiter.peek(BOB).remaining()).hasValue(4);
            limiter.credit(BOB, 100);
            assertThat(limiter.peek(BOB).remaining()).hasValue(5);
            assertThat(limiter.peek(BOB).resetAfter()).isZero();
            limiter.tryAcquire(BOB, 5);
            limiter.reset(BOB);
            assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aChargeIsNeverDeniedAndPaidBackAtTheRate(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "5/10s"))) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB, 2);
            Decision after = limiter.charge(BOB, 8);
            assertThat(after.allowed()).isFalse();
            assertThat(after.remaining()).hasValue(0);
            boolean bucket = algorithm == Algorithm.TOKEN_BUCKET || algorithm == Algorithm.LEAKY_BUCKET;
            assertThat(after.retryAfter())
                    .as("ten are used: a bucket owes five, and one more must come")
                    .contains(Duration.ofSeconds(bucket ? 12 : 10));
            after(bucket ? "11900ms" : "9900ms");
            assertThat(limiter.tryAcquire(BOB).allowed()).isFalse();
            after("100ms");
            assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aDebtIsAtMostOneLimit(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "5/10s"))) {
            RateLimiter limiter = guard.limiter("test");
            for (int i = 0; i < 5; i++) {
                limiter.charge(BOB, 1_000_000);
            }
            assertThat(limiter.peek(BOB).resetAfter()).isLessThanOrEqualTo(Duration.ofSeconds(20));
            after("20s");
            assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
        }
    }

    /** The store's clock; that of a node is monotonic. */
    @ParameterizedTest
    @MethodSource("stores")
    void aStepBackNeitherMintsNorBurns(Backend backend, Algorithm algorithm) {
        try (Guard guard = guard(backend, Limits.of(algorithm, "2/10s"))) {
            RateLimiter limiter = guard.limiter("test");
            limiter.tryAcquire(BOB, 2);
            time.advance(Duration.ofMillis(-900));
            assertThat(limiter.tryAcquire(BOB).allowed()).as("frozen").isFalse();
            time.advance(Duration.ofHours(-1));
            assertThat(limiter.tryAcquire(BOB, 2).retryAfter()).contains(Duration.ofSeconds(10));
            after("10s");
            assertThat(limiter.tryAcquire(BOB, 2).allowed()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aRaisedLimitFreesAtOnceALoweredOneBitesAtOnce(Backend backend, Algorithm algorithm) throws Exception {
        try (Store store = backend.store(time, "reconfigured:" + UUID.randomUUID())) {
            Asked.decide(store, List.of(new Charge(Limits.of(algorithm, "5/10s"), "bob", 5)));
            assertThat(remaining(store, algorithm, "5/10s")).isZero();
            assertThat(remaining(store, algorithm, "7/10s")).isEqualTo(2);
            assertThat(remaining(store, algorithm, "3/10s")).isZero();
        }
    }

    private static long remaining(Store store, Algorithm algorithm, String rate) throws StoreException {
        return Asked.peek(store, List.of(new Charge(Limits.of(algorithm, rate), "bob", 1)))
                .get(0)
                .remaining();
    }

    /** A bucket never used begins to fill at its first use, even if that is denied. */
    @ParameterizedTest
    @EnumSource
    void aBucketThatDoesNotStartFullFillsFromItsFirstUse(Backend backend) {
        Algorithm algorithm = Algorithm.TOKEN_BUCKET;
        Tuning empty = Tuning.of(algorithm, Rate.parse("5/10s")).withInitial(0);
        for (boolean byInterval : List.of(false, true)) {
            try (Guard guard = guard(backend, Limits.of(algorithm, "5/10s", empty.withRefillByInterval(byInterval)))) {
                RateLimiter limiter = guard.limiter("test");
                assertThat(limiter.tryAcquire(BOB, 5).retryAfter()).contains(Duration.ofSeconds(10));
                after("10s");
                assertThat(limiter.tryAcquire(BOB, 5).allowed()).isTrue();
            }
        }
    }
}
