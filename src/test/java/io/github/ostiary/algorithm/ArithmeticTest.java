package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No rounding adds up, nothing overflows, nothing is below zero: against whole numbers of any size. */
class ArithmeticTest {

    private static final long START = 1_700_000_000_000_000L;
    private static final long YEAR = 365L * 86_400 * 1_000_000;

    private static Verdict hit(LimitCounter state, Limit limit, long now, long permits) {
        state.advance(limit, now);
        return state.passes(limit, permits) ? state.take(limit, permits) : state.leave(limit, permits);
    }

    /** Polled at every microsecond or so for a million steps, a bucket has given exactly what the rate says. */
    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void doesNotDriftOverAMillionSteps(Algorithm algorithm) {
        Limit limit = Limits.bucket(algorithm, "7/11s", 3);
        LimitCounter state = LimitCounter.of(algorithm);
        Random random = new Random(7);
        long now = START;
        hit(state, limit, now, 3);
        long admitted = 0;
        for (int i = 0; i < 1_000_000; i++) {
            now += random.nextInt(50);
            admitted += hit(state, limit, now, 1).passed() ? 1 : 0;
        }
        assertThat(admitted).isPositive().isEqualTo(Math.floorDiv((now - START) * 7, 11_000_000));
    }

    /** Portions at the ends of 24,000 windows; a burst of two of them, lest it be full and begin anew. */
    @Test
    void aRefillByIntervalDoesNotDriftOverAMillionSteps() {
        Tuning portions = Tuning.of(Algorithm.TOKEN_BUCKET, Rate.parse("7/1ms"))
                .withBurst(14)
                .withRefillByInterval(true);
        Limit limit = Limits.of(Algorithm.TOKEN_BUCKET, "7/1ms", portions);
        LimitCounter state = new TokenBucket();
        Random random = new Random(7);
        long now = START;
        hit(state, limit, now, 14);
        long admitted = 0;
        for (int i = 0; i < 1_000_000; i++) {
            now += random.nextInt(50);
            admitted += hit(state, limit, now, 1).passed() ? 1 : 0;
        }
        now += 1_000 - (now - START) % 1_000;
        admitted += hit(state, limit, now, 7).passed() ? 7 : 0;
        assertThat(admitted).isEqualTo((now - START) / 1_000 * 7);
    }

    /** A million decisions, each as a list of all that was admitted has it. */
    @ParameterizedTest
    @EnumSource(names = {"SLIDING_LOG", "FIXED_WINDOW", "SLIDING_WINDOW"})
    void windowsDoNotDriftOverAMillionSteps(Algorithm algorithm) {
        Limit limit = Limits.of(algorithm, "7/10ms");
        LimitCounter state = LimitCounter.of(algorithm);
        Random random = new Random(7);
        long[] admitted = new long[1_000_000];
        int count = 0;
        long opened = 0;
        long now = START;
        for (int i = 0; i < 1_000_000; i++) {
            now += random.nextInt(2_000);
            long seventhLast = count < 7 ? 0 : admitted[count - 7];
            boolean room =
                    switch (algorithm) {
                        case FIXED_WINDOW -> now >= opened + 10_000 || seventhLast < opened;
                        case SLIDING_WINDOW -> now / 1_000 - seventhLast / 1_000 >= 10;
                        default -> now - seventhLast >= 10_000;
                    };
            if (hit(state, limit, now, 1).passed() != room) {
                fail("step %d", i);
            }
            if (room) {
                opened = now >= opened + 10_000 ? now : opened;
                admitted[count++] = now;
            }
        }
        assertThat(count).isBetween(500_000, 999_999);
    }

    /** Each decision of a smooth bucket equals that of exact fractions. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aBucketIsTheExactFraction(long seed) {
        Random random = new Random(seed);
        long permits = 1 + random.nextInt(random.nextBoolean() ? 10 : 1_000_000_000);
        long window = 1_000 + random.nextLong(random.nextBoolean() ? 1_000_000 : YEAR);
        Rate rate = new Rate(permits, window);
        long burst = 1 + random.nextLong(Math.min(1_000_000_000, 3 * permits));
        Limit limit = new Limit(
                new LimitId("r", "r", "0"),
                Algorithm.LEAKY_BUCKET,
                rate,
                Tuning.of(Algorithm.LEAKY_BUCKET, rate).withBurst(burst),
                0,
                false,
                false);
        LimitCounter state = new LeakyBucket();
        BigInteger missing = BigInteger.ZERO;
        long now = START;
        int denied = 0;
        for (int i = 0; i < 5_000; i++) {
            long step = random.nextLong(random.nextInt(5) == 0 ? window : window / permits * 2 + 2);
            now += step;
            missing = missing.subtract(big(step).multiply(big(permits))).max(BigInteger.ZERO);
            long wanted = random.nextInt(3) == 0 ? 1 + random.nextLong(burst) : 1;
            BigInteger room = big(burst).multiply(big(window)).subtract(missing);
            BigInteger asked = big(wanted).multiply(big(window));
            Verdict verdict = hit(state, limit, now, wanted);
            assertThat(verdict.passed()).as("seed %d step %d", seed, i).isEqualTo(asked.compareTo(room) <= 0);
            if (verdict.passed()) {
                missing = missing.add(asked);
            } else {
                denied++;
                assertThat(verdict.retryMicros())
                        .as("seed %d step %d", seed, i)
                        .isEqualTo(ceil(asked.subtract(room), permits));
            }
            assertThat(verdict.resetMicros()).isEqualTo(ceil(missing, permits));
            assertThat(verdict.remaining())
                    .isEqualTo(big(burst)
                            .multiply(big(window))
                            .subtract(missing)
                            .divide(big(window))
                            .longValueExact());
        }
        assertThat(denied).isPositive();
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static long ceil(BigInteger value, long divisor) {
        return value.add(big(divisor - 1)).divide(big(divisor)).longValueExact();
    }

    /** A log takes a million. */
    @ParameterizedTest
    @EnumSource
    void aBillionPermitsAYearDoNotOverflow(Algorithm algorithm) {
        long most = algorithm == Algorithm.SLIDING_LOG ? 1_000_000 : 1_000_000_000;
        Limit limit = Limits.of(algorithm, most + "/365d");
        LimitCounter state = LimitCounter.of(algorithm);
        long begin = START - START % YEAR;
        assertThat(hit(state, limit, begin, most).remaining()).isZero();
        Verdict full = hit(state, limit, begin, most);
        assertThat(full.passed()).isFalse();
        assertThat(full.retryMicros()).isEqualTo(YEAR);
        assertThat(full.resetMicros()).isEqualTo(YEAR);
        assertThat(hit(state, limit, begin + YEAR - 1, most).retryMicros()).isEqualTo(1);
        assertThat(hit(state, limit, begin + YEAR - 1, most + 1).retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(hit(state, limit, begin + YEAR, most).passed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void remainingIsNeverNegativeAndAtMostTheLimit(Algorithm algorithm) {
        Random random = new Random(algorithm.ordinal());
        Limit[] limits = {
            Limits.of(algorithm, "20/1s"), Limits.of(algorithm, "3/10s"), Limits.of(algorithm, "1000000/30d")
        };
        LimitCounter state = LimitCounter.of(algorithm);
        long now = START;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(300_000) - 50_000;
            Limit limit = limits[random.nextInt(limits.length)];
            long permits = 1 + random.nextInt(25);
            Verdict verdict = hit(state, limit, now, permits);
            if (random.nextInt(10) == 0) {
                verdict = state.charge(limit, permits);
            }
            assertThat(verdict.remaining()).isBetween(0L, limit.capacity());
            assertThat(verdict.retryMicros()).isNotNegative();
            assertThat(verdict.resetMicros()).isNotNegative();
            assertThat(verdict.admissible()).isBetween(0L, verdict.remaining());
        }
    }

    /** At most {@code limit} permits in any window shortened by one precision. */
    @Test
    void aSlidingWindowFreesAtMostOnePrecisionEarly() {
        Random random = new Random(3);
        Limit limit = Limits.of(Algorithm.SLIDING_WINDOW, "20/1s");
        LimitCounter state = new SlidingWindow();
        long[] admitted = new long[50_000];
        int count = 0;
        long now = START;
        int early = 0;
        while (count < admitted.length) {
            now += random.nextInt(60_000);
            if (hit(state, limit, now, 1).passed()) {
                if (count >= 20) {
                    long apart = now - admitted[count - 20];
                    assertThat(apart).isGreaterThan(900_000);
                    early += apart < 1_000_000 ? 1 : 0;
                }
                admitted[count++] = now;
            }
        }
        assertThat(early).as("it does use that freedom").isPositive();
    }

    @Test
    void aSlidingWindowHoldsNoMoreCountersThanPrecisions() {
        Limit limit = Limits.of(Algorithm.SLIDING_WINDOW, "1000000/1s");
        SlidingWindow state = new SlidingWindow();
        for (int i = 0; i < 100_000; i++) {
            hit(state, limit, START + i * 777L, 1);
            assertThat(state.counters()).isLessThanOrEqualTo(10);
        }
        assertThat(state.counters()).isEqualTo(10);
    }

    @Test
    void dividesProductsOfSeventyFiveBits() {
        Random random = new Random(11);
        for (int i = 0; i < 100_000; i++) {
            long divisor = 1 + random.nextLong(1L << 1 + random.nextInt(45));
            long a = random.nextLong(divisor);
            long b = random.nextLong(1L << 1 + random.nextInt(31));
            assertThat(Level.quotient(a, b, divisor))
                    .isEqualTo(big(a).multiply(big(b)).divide(big(divisor)).longValueExact());
        }
    }
}
