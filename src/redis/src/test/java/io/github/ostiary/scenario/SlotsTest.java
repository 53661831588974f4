package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Charges that may wait are handed slots: in order, at the rate, and none if denied. */
class SlotsTest {

    private static final long SECOND = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource();

    private record Slot(long micros, long permits) {}

    static Stream<Arguments> buckets() {
        return Stream.of(Backend.values()).flatMap(backend -> Stream.of(Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET)
                .map(algorithm -> Arguments.of(backend, algorithm)));
    }

    private Tiers open(Backend backend) {
        return backend.open(time, UUID.randomUUID().toString());
    }

    private static Verdict ask(Tiers tiers, Operation operation, Limit limit, long permits, long waitMicros) {
        Ask ask = new Ask(
                new Charge(limit, "bob", permits, waitMicros),
                Rules.limit(limit.rule(), List.of(limit)),
                Key.of("bob"));
        return tiers.ask(operation, List.of(ask)).said(0);
    }

    private static Verdict ask(Tiers tiers, Limit limit, long permits, String wait) {
        return ask(tiers, Operation.DECIDE, limit, permits, Durations.toMicros(Durations.parse(wait)));
    }

    /** Each slot is after the one before; between any two no more than a burst and what the rate brings. */
    @ParameterizedTest
    @MethodSource("buckets")
    void slotsComeInOrderAndNeverFasterThanTheRate(Backend backend, Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        for (int round = 0; round < 6; round++) {
            long burst = 1 + random.nextInt(5);
            Limit limit =
                    Limits.bucket(algorithm, (1 + random.nextInt(9)) + "/" + (1 + random.nextInt(4)) + "s", burst);
            List<Slot> slots = new ArrayList<>();
            int denied = 0;
            try (Tiers tiers = open(backend)) {
                for (int i = 0; i < 400; i++) {
                    time.set(time.micros() + random.nextLong(random.nextInt(20) == 0 ? 5 * SECOND : SECOND / 3));
                    long permits = 1 + random.nextLong(burst);
                    long wait = random.nextInt(4) == 0 ? 0 : random.nextLong(20 * SECOND);
                    Verdict verdict = ask(tiers, Operation.DECIDE, limit, permits, wait);
                    if (verdict.passed()) {
                        assertThat(verdict.retryMicros()).isBetween(0L, wait);
                        slots.add(new Slot(time.micros() + verdict.retryMicros(), permits));
                    } else {
                        denied++;
                        assertThat(verdict.retryMicros()).isPositive();
                    }
                }
            }
            assertThat(denied).isPositive();
            check(limit, slots);
        }
    }

    private static void check(Limit limit, List<Slot> slots) {
        long window = limit.rate().windowMicros();
        assertThat(slots).hasSizeGreaterThan(20).isSortedAccordingTo((a, b) -> Long.compare(a.micros, b.micros));
        for (int first = 0; first < slots.size(); first++) {
            long permits = 0;
            for (int last = first; last < slots.size(); last++) {
                permits += slots.get(last).permits;
                long apart = slots.get(last).micros - slots.get(first).micros;
                assertThat(permits * window)
                        .as("from %d to %d, slots being rounded up to a microsecond", first, last)
                        .isLessThanOrEqualTo(limit.capacity() * window
                                + (apart + 1) * limit.rate().permits());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TWO_TIER")
    void aDenialTellsTheFirstMicrosecondAtWhichItMayWait(Backend backend) {
        Limit limit = Limits.bucket(Algorithm.LEAKY_BUCKET, "3/1s", 2);
        try (Tiers tiers = open(backend)) {
            for (int i = 0; i < 3; i++) {
                ask(tiers, limit, 2, "2s");
            }
            time.advance(Durations.parse("123ms"));
            Verdict denied = ask(tiers, limit, 2, "1s");
            assertThat(denied.passed()).isFalse();
            assertThat(ask(tiers, Operation.PEEK, limit, 2, SECOND))
                    .as("took none")
                    .isEqualTo(denied);
            time.set(time.micros() + denied.retryMicros() - 1);
            assertThat(ask(tiers, limit, 2, "1s").retryMicros()).isEqualTo(1);
            time.set(time.micros() + 1);
            assertThat(ask(tiers, limit, 2, "1s").retryMicros()).as("its delay").isEqualTo(SECOND);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoDoesNotWaitIsToldWhenAllSlotsAheadAreOver(Backend backend) {
        Limit limit = Limits.bucket(Algorithm.TOKEN_BUCKET, "1/1s", 1);
        try (Tiers tiers = open(backend)) {
            for (int i = 0; i < 50; i++) {
                assertThat(ask(tiers, limit, 1, "1m").retryMicros()).isEqualTo(i * SECOND);
            }
            Verdict denied = ask(tiers, limit, 1, "0s");
            assertThat(denied.retryMicros()).isEqualTo(50 * SECOND);
            assertThat(denied.resetMicros()).isEqualTo(50 * SECOND);
            assertThat(ask(tiers, Operation.PEEK, limit, 1, 0)).isEqualTo(denied);
            assertThat(ask(tiers, limit, 2, "1m").retryMicros()).isEqualTo(Verdict.NEVER);
            time.advance(Durations.parse("49s"));
            assertThat(ask(tiers, limit, 1, "0s").passed()).isFalse();
            time.advance(Durations.parse("1s"));
            assertThat(ask(tiers, limit, 1, "0s").passed()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatElseIsCountedLeavesSlotsWhereTheyAre(Backend backend) {
        Limit limit = Limits.with(Limits.bucket(Algorithm.LEAKY_BUCKET, "1/1s", 1), 0, true, false);
        try (Tiers tiers = open(backend)) {
            for (int i = 0; i < 20; i++) {
                ask(tiers, limit, 1, "1m");
            }
            assertThat(ask(tiers, Operation.CHARGE, limit, 5, 0).retryMicros()).isEqualTo(20 * SECOND);
            assertThat(ask(tiers, limit, 1, "0s").retryMicros()).isEqualTo(20 * SECOND);
            assertThat(ask(tiers, limit, 1, "1m").retryMicros()).isEqualTo(20 * SECOND);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSlotGivenBackBringsOnlyLaterOnesNearer(Backend backend) throws StoreException {
        Limit limit = Limits.bucket(Algorithm.LEAKY_BUCKET, "1/1s", 1);
        try (Tiers tiers = open(backend)) {
            for (int i = 0; i < 5; i++) {
                ask(tiers, limit, 1, "1m");
            }
            tiers.change(Operation.CREDIT, List.of(new Charge(limit, "bob", 1)));
            assertThat(ask(tiers, limit, 1, "1m").retryMicros()).isEqualTo(4 * SECOND);
            assertThat(ask(tiers, limit, 1, "1m").retryMicros()).isEqualTo(5 * SECOND);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TWO_TIER")
    void aLoweredLimitKeepsWhatWasUsed(Backend backend) {
        Limit high = Limits.bucket(Algorithm.LEAKY_BUCKET, "10/1s", 10);
        Limit low = Limits.bucket(Algorithm.LEAKY_BUCKET, "1/1s", 1);
        try (Tiers tiers = open(backend)) {
            ask(tiers, high, 10, "0s");
            assertThat(ask(tiers, Operation.PEEK, low, 1, 0).retryMicros()).isEqualTo(10 * SECOND);
            for (int i = 0; i < 3; i++) {
                ask(tiers, high, 10, "1m");
            }
            assertThat(ask(tiers, Operation.PEEK, low, 1, 0).retryMicros()).isEqualTo(40 * SECOND);
        }
    }

    @Test
    void onlyWhatRefillsSmoothlyHandsOutSlots() {
        Limit smooth = Limits.bucket(Algorithm.TOKEN_BUCKET, "1/1s", 1);
        assertThat(new Charge(smooth, "bob", 1, 5).waitMicros()).isEqualTo(5);
        assertThat(new Charge(smooth, "bob", 1, Long.MAX_VALUE).waitMicros()).isEqualTo(86_400 * SECOND);
        assertThat(new Charge(Limits.with(smooth, 1, false, false), "bob", 1, 5).waitMicros())
                .isZero();
        Tuning byInterval = Tuning.of(Algorithm.TOKEN_BUCKET, smooth.rate()).withRefillByInterval(true);
        assertThat(new Charge(Limits.of(Algorithm.TOKEN_BUCKET, "1/1s", byInterval), "bob", 1, 5).waitMicros())
                .isZero();
        for (Algorithm window : List.of(Algorithm.SLIDING_LOG, Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW)) {
            assertThat(new Charge(Limits.of(window, "1/1s"), "bob", 1, 5).waitMicros())
                    .isZero();
        }
    }

    /** The largest figures there are, together. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TWO_TIER")
    void aBillionSlotsAheadDoNotOverflow(Backend backend) {
        long half = 500_000_000;
        Limit limit = Limits.bucket(Algorithm.LEAKY_BUCKET, "1000000000/1s", half);
        Limit slow = Limits.bucket(Algorithm.LEAKY_BUCKET, "1/366d", 1);
        try (Tiers tiers = open(backend)) {
            for (int i = 0; i < 3; i++) {
                assertThat(ask(tiers, limit, half, "1d").retryMicros()).isEqualTo(i * SECOND / 2);
            }
            Verdict denied = ask(tiers, limit, 1, "1d");
            assertThat(denied.retryMicros()).isEqualTo(1);
            assertThat(denied.resetMicros()).isEqualTo(3 * SECOND / 2);
            assertThat(ask(tiers, Operation.PEEK, slow, 1, 0).retryMicros())
                    .as("what was used comes back within ten years")
                    .isEqualTo(10 * 366 * 86_400 * SECOND);
        }
    }
}
