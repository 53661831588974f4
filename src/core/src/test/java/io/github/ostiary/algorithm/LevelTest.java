package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Rate;
import io.github.ostiary.store.SmoothRate;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No rounding adds up, nothing overflows: against whole numbers of any size. */
class LevelTest extends CounterCase {

    /** No bucket misses more than comes back in ten years. */
    private static final double LONGEST = 10.0 * YEAR;

    private static Level level(long whole, long part, long at) {
        Level level = new Level();
        level.set(whole, part, at);
        return level;
    }

    /** A copy, refilled. */
    private static Level refilled(Level from, Rate rate, long now) {
        Level level = new Level();
        level.set(from);
        level.refill(SmoothRate.of(rate), now);
        return level;
    }

    private static Level attempted(Level level, long permits, long burst) {
        level.addWithin(permits, burst);
        return level;
    }

    private static Rate rate(Random random) {
        long permits = 1 + random.nextLong(1L << 1 + random.nextInt(29));
        return new Rate(permits, 1_000 + random.nextLong(1L << 1 + random.nextInt(44)));
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

    /** Whole numbers that a double holds, and those that none does; also just below and above a multiple. */
    @Test
    void reciprocalsDivideExactly() {
        Random random = new Random(14);
        for (int i = 0; i < 200_000; i++) {
            Rate rate = rate(random);
            SmoothRate smooth = SmoothRate.of(rate);
            long units = random.nextLong(1L << 1 + random.nextInt(62));
            long multiple = units - units % rate.windowMicros();
            for (long one : new long[] {units, multiple, multiple + rate.windowMicros() - 1}) {
                assertThat(smooth.whole(one)).isEqualTo(one / rate.windowMicros());
            }
            long number = 1 + random.nextLong(Long.MAX_VALUE / 2 / rate.windowMicros());
            long part = random.nextLong(rate.windowMicros());
            assertThat(smooth.areFew(number)).isTrue();
            assertThat(smooth.micros(number, part))
                    .isEqualTo(-Math.floorDiv(part - number * rate.windowMicros(), rate.permits()));
        }
    }

    /** 3 permits per 10 µs, 2 missing: after 4 µs one is missing less 2/10, and the next is there after 3 µs. */
    @Test
    void keepsWhatIsLessThanAPermit() {
        Rate rate = new Rate(3_000, 10_000);
        Level level = refilled(level(2, 0, START), rate, START + 4);
        assertThat(level).hasToString(level(1, 2_000, START + 4).toString());
        assertThat(level.until(SmoothRate.of(rate), 1)).isEqualTo(3);
        assertThat(refilled(level, rate, START + 6).whole()).isEqualTo(1);
        assertThat(refilled(level, rate, START + 7))
                .hasToString(level(0, 0, START + 7).toString());
    }

    @Test
    void twoStepsAreOneStep() {
        Random random = new Random(12);
        for (int i = 0; i < 100_000; i++) {
            Rate rate = rate(random);
            Level level = level(1 + random.nextLong(2_000_000_000), 0, START);
            long between = START + random.nextLong(2 * rate.windowMicros());
            long end = between + random.nextLong(2 * rate.windowMicros());
            Level twice = refilled(refilled(level, rate, between), rate, end);
            Level once = refilled(level, rate, end);
            assertThat(twice.toString()).isEqualTo(once.toString());
        }
    }

    /** The last microsecond before brings fewer, that one brings as many. */
    @Test
    void untilIsTheFirstMomentAtWhichSoManyAreBack() {
        Random random = new Random(13);
        for (int i = 0; i < 100_000; i++) {
            Rate rate = rate(random);
            double most = Math.min(1e9, LONGEST / rate.windowMicros() * rate.permits());
            long later = START + random.nextLong(rate.windowMicros());
            Level level = refilled(level(1 + random.nextLong((long) most), 0, START), rate, later);
            if (level.whole() > 0) {
                long permits = 1 + random.nextLong(level.whole());
                long until = later + level.until(SmoothRate.of(rate), permits);
                assertThat(refilled(level, rate, until).whole()).isLessThanOrEqualTo(level.whole() - permits);
                assertThat(refilled(level, rate, until - 1).whole()).isGreaterThan(level.whole() - permits);
            }
        }
    }

    @Test
    void aDebtIsNotForgivenByALaterAttempt() {
        assertThat(attempted(level(7, 0, START), 2, 5).whole()).isEqualTo(7);
        assertThat(attempted(level(4, 3, START), 2, 5).toString())
                .isEqualTo(level(5, 0, START).toString());
        assertThat(attempted(level(3, 3, START), 2, 5).toString())
                .isEqualTo(level(5, 3, START).toString());
    }
}
