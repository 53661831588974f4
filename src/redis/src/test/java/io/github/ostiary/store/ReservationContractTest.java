package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is reserved and settled, by every algorithm, in every store. */
@Tag("slow")
class ReservationContractTest {

    private static final long SECOND = 1_000_000;

    /** A multiple of all windows in use: counters aligned with the epoch begin here. */
    private final ManualTimeSource time = new ManualTimeSource();

    {
        time.set(1_700_000_000 * SECOND);
    }

    static Stream<Arguments> stores() {
        return Stream.of(Backend.LOCAL, Backend.REDIS)
                .flatMap(backend -> Stream.of(Algorithm.values()).map(algorithm -> Arguments.of(backend, algorithm)));
    }

    private Store store(Backend backend) {
        return backend.store(time, UUID.randomUUID().toString());
    }

    private void after(String duration) {
        time.advance(Durations.parse(duration));
    }

    private static Charge reserved(Limit limit, long permits, String id) {
        return new Charge(limit, "bob", permits).reserved(id);
    }

    private static boolean reserve(Store store, Charge reserved) throws StoreException {
        return Asked.decide(store, List.of(reserved)).get(0).passed();
    }

    private static void settle(Store store, Charge reserved, long cost) throws StoreException {
        Asked.ask(store, Operation.SUCCEED, List.of(reserved.costing(cost)));
    }

    private static long left(Store store, Limit limit) throws StoreException {
        return Asked.peek(store, List.of(new Charge(limit, "bob", 1))).get(0).remaining();
    }

    @ParameterizedTest
    @MethodSource("stores")
    void whatACallDidNotCostIsGivenBack(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/100s");
        try (Store store = store(backend)) {
            assertThat(reserve(store, reserved(limit, 60, "a"))).isTrue();
            assertThat(left(store, limit)).isEqualTo(40);
            assertThat(reserve(store, reserved(limit, 60, "b"))).isFalse();
            settle(store, reserved(limit, 60, "a"), 25);
            assertThat(left(store, limit)).isEqualTo(75);
            settle(store, reserved(limit, 60, "b"), 1);
            assertThat(left(store, limit)).as("it was never granted").isEqualTo(75);
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void whatACallCostsBesideIsCharged(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/100s");
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 10, "a"));
            settle(store, reserved(limit, 10, "a"), 70);
            assertThat(left(store, limit)).isEqualTo(30);
            reserve(store, reserved(limit, 10, "b"));
            settle(store, reserved(limit, 10, "b"), 1_000_000_000);
            Verdict said =
                    Asked.peek(store, List.of(new Charge(limit, "bob", 1))).get(0);
            assertThat(said.remaining()).isZero();
            assertThat(said.resetMicros()).as("a debt of one limit").isLessThanOrEqualTo(200 * SECOND);
        }
    }

    /** A word that is lost is said again. */
    @ParameterizedTest
    @MethodSource("stores")
    void eachWordCountsOnce(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/100s");
        try (Store store = store(backend)) {
            for (int i = 0; i < 3; i++) {
                Verdict said =
                        Asked.decide(store, List.of(reserved(limit, 60, "a"))).get(0);
                assertThat(said.passed()).isTrue();
                assertThat(said.retryMicros()).isZero();
                assertThat(said.remaining()).isEqualTo(40);
            }
            for (int i = 0; i < 3; i++) {
                settle(store, reserved(limit, 60, "a"), 90);
                assertThat(left(store, limit)).isEqualTo(10);
                Asked.ask(store, Operation.ABANDON, List.of(reserved(limit, 60, "a")));
                assertThat(left(store, limit)).isEqualTo(10);
            }
        }
    }

    /** Else each settlement would make what others have used younger, until there is no room left. */
    @ParameterizedTest
    @MethodSource("stores")
    void itIsGivenBackWhereItWasTaken(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/10s");
        try (Store store = store(backend)) {
            for (int i = 0; i < 60; i++) {
                Charge charge = reserved(limit, 60, "c" + i);
                assertThat(reserve(store, charge)).as("call %d", i).isTrue();
                after("100ms");
                settle(store, charge, i % 10 == 0 ? 0 : 5);
                after("2900ms");
            }
        }
    }

    /** It says whether as much could be reserved once more. */
    @ParameterizedTest
    @MethodSource("stores")
    void aSettlementSaysHowThingsStand(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/100s");
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 60, "a"));
            Verdict denied = Asked.ask(store, Operation.FAIL, List.of(reserved(limit, 60, "a")))
                    .get(0);
            assertThat(denied.passed()).isFalse();
            assertThat(denied.remaining())
                    .as("without a word the estimate stays")
                    .isEqualTo(40);
            reserve(store, reserved(limit, 40, "b"));
            Verdict passing = Asked.ask(store, Operation.ABANDON, List.of(reserved(limit, 40, "b")))
                    .get(0);
            assertThat(passing.passed()).isTrue();
            assertThat(passing.remaining())
                    .as("what did not begin costs nothing")
                    .isEqualTo(40);
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aResetForgetsWhatIsOpen(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/100s");
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 60, "a"));
            Asked.reset(store, List.of(new Charge(limit, "bob", 1)));
            Asked.decide(store, List.of(new Charge(limit, "bob", 50)));
            settle(store, reserved(limit, 60, "a"), 5);
            assertThat(left(store, limit)).isEqualTo(50);
        }
    }

    /** What has come back by itself is not given back once more, out of what others have taken since. */
    @ParameterizedTest
    @MethodSource("stores")
    void nothingIsGivenBackTwice(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/100s");
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 100, "a"));
            after("100s");
            assertThat(Asked.decide(store, List.of(new Charge(limit, "bob", 100)))
                            .get(0)
                            .passed())
                    .isTrue();
            settle(store, reserved(limit, 100, "a"), 0);
            assertThat(left(store, limit)).isZero();
        }
    }

    /** Longer than a counter lives that is not used. */
    @ParameterizedTest
    @MethodSource("stores")
    void aLongCallIsChargedWhenItEnds(Backend backend, Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "100/1s");
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 10, "a"));
            after("10m");
            settle(store, reserved(limit, 10, "a"), 70);
            assertThat(left(store, limit))
                    .as("but for a window of the calendar, which is over")
                    .isEqualTo(algorithm == Algorithm.CALENDAR ? 100 : 40);
            after("1d");
            reserve(store, reserved(limit, 10, "b"));
            after("1d");
            settle(store, reserved(limit, 10, "b"), 70);
            assertThat(left(store, limit)).as("a day is the longest").isEqualTo(100);
        }
    }

    /** 31 October, 23:59, and then November. */
    @ParameterizedTest
    @EnumSource(value = Backend.class, mode = EnumSource.Mode.EXCLUDE, names = "TWO_TIER")
    void anOctoberReservationIsNoneOfNovember(Backend backend) throws StoreException {
        time.set(java.time.Instant.parse("2026-10-31T23:59:00Z").toEpochMilli() * 1_000);
        Limit limit = Limits.of(Algorithm.CALENDAR, "1000/month");
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 500, "less"));
            reserve(store, reserved(limit, 100, "more"));
            reserve(store, reserved(limit, 100, "late"));
            settle(store, reserved(limit, 500, "less"), 100);
            assertThat(left(store, limit)).isEqualTo(700);
            after("2m");
            assertThat(left(store, limit)).isEqualTo(1_000);
            Asked.decide(store, List.of(new Charge(limit, "bob", 300)));
            settle(store, reserved(limit, 100, "more"), 900);
            settle(store, reserved(limit, 100, "late"), 0);
            assertThat(left(store, limit)).isEqualTo(700);
        }
    }

    /** Rates of a plan may change under a call. */
    @ParameterizedTest
    @MethodSource("stores")
    void aLoweredLimitSettlesWhatAHigherOneGranted(Backend backend, Algorithm algorithm) throws StoreException {
        try (Store store = store(backend)) {
            reserve(store, reserved(Limits.of(algorithm, "100/100s"), 80, "a"));
            Limit lowered = Limits.of(algorithm, "50/100s");
            settle(store, reserved(lowered, 80, "a"), 30);
            assertThat(left(store, lowered)).isEqualTo(20);
        }
    }

    static Stream<Arguments> storesAndSeeds() {
        return stores().flatMap(one ->
                LongStream.rangeClosed(1, 6).mapToObj(seed -> Arguments.of(one.get()[0], one.get()[1], seed)));
    }

    /** An open call. */
    private record Open(Charge charge, long estimate) {}

    /** A second store takes at once what each call comes to: no less may be in use in the first, whatever is settled when. */
    @ParameterizedTest
    @MethodSource("storesAndSeeds")
    void noLessIsInUseThanIfTheCostHadBeenKnown(Backend backend, Algorithm algorithm, long seed) throws StoreException {
        Random random = new Random(seed);
        Limit limit = Limits.of(algorithm, "1000/100s");
        List<Open> open = new ArrayList<>();
        List<Long> costs = new ArrayList<>();
        try (Store store = store(backend);
                Store known = Backend.LOCAL.store(time, "known")) {
            for (int i = 0; i < 400; i++) {
                time.advance(java.time.Duration.ofMillis(
                        random.nextInt(10) == 0 ? random.nextInt(60_000) : random.nextInt(2_000)));
                if (random.nextBoolean()) {
                    long estimate = 1 + random.nextInt(200);
                    Charge charge = reserved(limit, estimate, "c" + i);
                    if (reserve(store, charge)) {
                        long cost = random.nextLong(estimate + 1);
                        open.add(new Open(charge, estimate));
                        costs.add(cost);
                        if (cost > 0) {
                            assertThat(Asked.decide(known, List.of(new Charge(limit, "bob", cost)))
                                            .get(0)
                                            .passed())
                                    .as("step %d", i)
                                    .isTrue();
                        }
                    }
                } else if (!open.isEmpty()) {
                    int one = random.nextInt(open.size());
                    settle(store, open.remove(one).charge(), costs.remove(one));
                }
                assertThat(left(store, limit)).as("step %d", i).isLessThanOrEqualTo(left(known, limit));
            }
        }
    }

    /** While nothing comes back, all is exact. */
    @ParameterizedTest
    @MethodSource("stores")
    void theSumIsExact(Backend backend, Algorithm algorithm) throws StoreException {
        Random random = new Random(7);
        Limit limit = Limits.of(algorithm, "100000/100d");
        long used = 0;
        try (Store store = store(backend)) {
            for (int i = 0; i < 200; i++) {
                Charge charge = reserved(limit, 1 + random.nextInt(300), "c" + i);
                assertThat(reserve(store, charge)).isTrue();
                long cost = random.nextInt(600);
                settle(store, charge, cost);
                used += cost;
                assertThat(left(store, limit)).isEqualTo(Math.max(0, 100_000 - used));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shadowsAreSettledToo(Backend backend, Algorithm algorithm) throws StoreException {
        Limit shadow = Limits.with(Limits.of(algorithm, "100/100s"), 0, false, true);
        try (Store store = store(backend)) {
            reserve(store, reserved(shadow, 90, "a"));
            assertThat(reserve(store, reserved(shadow, 90, "b"))).isFalse();
            settle(store, reserved(shadow, 90, "b"), 1);
            settle(store, reserved(shadow, 90, "a"), 20);
            assertThat(left(store, shadow)).isEqualTo(80);
        }
    }

    /** Of a bucket that fills from its first use. */
    @ParameterizedTest
    @EnumSource(value = Backend.class, mode = EnumSource.Mode.EXCLUDE, names = "TWO_TIER")
    void bucketsByIntervalGiveBackWhatNoIntervalBrought(Backend backend) throws StoreException {
        Tuning tuning = Tuning.of(Algorithm.TOKEN_BUCKET, Rate.parse("100/10s")).withRefillByInterval(true);
        Limit limit = Limits.of(Algorithm.TOKEN_BUCKET, "100/10s", tuning);
        try (Store store = store(backend)) {
            reserve(store, reserved(limit, 80, "a"));
            after("9s");
            settle(store, reserved(limit, 80, "a"), 30);
            assertThat(left(store, limit)).isEqualTo(70);
            reserve(store, reserved(limit, 60, "b"));
            after("2s");
            Asked.decide(store, List.of(new Charge(limit, "bob", 100)));
            settle(store, reserved(limit, 60, "b"), 0);
            assertThat(left(store, limit)).isZero();
        }
    }
}
