package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bucket that leaks smoothly, against exact fractions. */
class LeakyBucketTest extends CounterCase {

    private static Limit limit(Random random) {
        long permits = 1 + random.nextInt(random.nextBoolean() ? 10 : 1_000_000_000);
        long window = 1_000 + random.nextLong(random.nextBoolean() ? 1_000_000 : YEAR);
        Rate rate = new Rate(permits, window);
        long burst = 1 + random.nextLong(Math.min(1_000_000_000, 3 * permits));
        Tuning tuning = Tuning.of(Algorithm.LEAKY_BUCKET, rate).withBurst(burst);
        return new Limit(new LimitId("r", "r", "0"), Algorithm.LEAKY_BUCKET, rate, tuning, 0, false, false);
    }

    /** Each decision of a smooth bucket equals that of exact fractions. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isTheExactFraction(long seed) {
        Random random = new Random(seed);
        Limit limit = limit(random);
        long permits = limit.rate().permits();
        long window = limit.rate().windowMicros();
        long burst = limit.capacity();
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
            BigInteger left = big(burst).multiply(big(window)).subtract(missing);
            assertThat(verdict.remaining()).isEqualTo(left.divide(big(window)).longValueExact());
        }
        assertThat(denied).isPositive();
    }
}
