package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of each algorithm: nothing overflows, nothing is below zero. */
class LimitCounterTest extends CounterCase {

    /** A log takes a million. */
    @ParameterizedTest
    @EnumSource
    void aBillionPermitsAYearDoNotOverflow(Algorithm algorithm) {
        long most = algorithm == Algorithm.SLIDING_LOG ? 1_000_000 : 1_000_000_000;
        Limit limit = Limits.of(algorithm, most + "/365d");
        LimitCounter state = LimitCounters.of(algorithm);
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
        LimitCounter state = LimitCounters.of(algorithm);
        long now = START;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(300_000) - 50_000;
            Limit limit = limits[random.nextInt(limits.length)];
            long permits = 1 + random.nextInt(25);
            Verdict verdict = hit(state, limit, now, permits);
            if (random.nextInt(10) == 0) {
                verdict = state.apply(Operation.CHARGE, new Charge(limit, "k", permits));
            }
            assertThat(verdict.remaining()).isBetween(0L, limit.capacity());
            assertThat(verdict.retryMicros()).isNotNegative();
            assertThat(verdict.resetMicros()).isNotNegative();
            assertThat(verdict.admissible()).isBetween(0L, verdict.remaining());
        }
    }
}
