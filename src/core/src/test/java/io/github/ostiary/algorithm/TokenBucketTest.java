package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.testing.Limits;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What only a token bucket has: portions at the ends of windows, and a first fill. */
class TokenBucketTest extends CounterCase {

    private static Limit limit(String rate, long burst, long initial, boolean byInterval) {
        Tuning tuning = Tuning.of(Algorithm.TOKEN_BUCKET, Rate.parse(rate))
                .withBurst(burst)
                .withInitial(initial)
                .withRefillByInterval(byInterval);
        return Limits.of(Algorithm.TOKEN_BUCKET, rate, tuning);
    }

    /** Portions at the ends of 24,000 windows; a burst of two of them, lest it be full and begin anew. */
    @Test
    void aRefillByIntervalDoesNotDriftOverAMillionSteps() {
        Limit limit = limit("7/1ms", 14, 14, true);
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

    /** 2/1s by interval, burst 5, emptied at 0 s: two at 1 s, two more at 2 s; emptied at 3.5 s, two more at 4 s. */
    @Test
    void neitherALookNorAFullBucketMovesTheIntervals() {
        Limit limit = limit("2/1s", 5, 5, true);
        LimitCounter state = new TokenBucket();
        hit(state, limit, START, 5);
        assertThat(hit(state, limit, START + 999_999, 1).retryMicros()).isEqualTo(1);
        assertThat(hit(state, limit, START + 1_000_000, 3).remaining()).isEqualTo(2);
        assertThat(hit(state, limit, START + 2_000_000, 5).remaining()).isEqualTo(4);
        assertThat(hit(state, limit, START + 3_500_000, 5).passed()).isTrue();
        assertThat(hit(state, limit, START + 3_500_000, 2).retryMicros()).isEqualTo(500_000);
        assertThat(hit(state, limit, START + 4_000_000, 2).passed()).isTrue();
    }

    @Test
    void anEmptyStartFillsFromTheFirstUseThoughThatIsDenied() {
        Limit limit = limit("2/1s", 4, 0, false);
        LimitCounter state = new TokenBucket();
        assertThat(hit(state, limit, START, 1).retryMicros()).isEqualTo(500_000);
        assertThat(hit(state, limit, START + 499_999, 1).retryMicros()).isEqualTo(1);
        assertThat(hit(state, limit, START + 500_000, 1).passed()).isTrue();
        assertThat(hit(state, limit, START + 2_000_000, 3).passed()).isTrue();
    }
}
