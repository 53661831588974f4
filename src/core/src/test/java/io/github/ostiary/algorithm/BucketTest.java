package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both buckets share. */
class BucketTest extends CounterCase {

    /** Polled at every microsecond or so for a million steps, a bucket has given exactly what the rate says. */
    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void doesNotDriftOverAMillionSteps(Algorithm algorithm) {
        Limit limit = Limits.bucket(algorithm, "7/11s", 3);
        LimitCounter state = LimitCounters.of(algorithm);
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

    /** 4/1s, burst 1, a wait of 500 ms, four at once: slots at 0, 250 and 500 ms; the fourth would be at 750 ms. */
    @ParameterizedTest
    @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET"})
    void handsOutSlotsAsFarApartAsTheRateSays(Algorithm algorithm) {
        Limit limit = Limits.bucket(algorithm, "4/1s", 1);
        LimitCounter state = LimitCounters.of(algorithm);
        Charge waiting = new Charge(limit, "k", 1, 500_000);
        for (long slot : new long[] {0, 250_000, 500_000}) {
            state.advance(waiting, START);
            assertThat(state.passes(waiting, 0)).isTrue();
            assertThat(state.take(waiting).retryMicros()).isEqualTo(slot);
        }
        state.advance(waiting, START);
        assertThat(state.passes(waiting, 0)).isFalse();
        Verdict denied = state.leave(waiting, false);
        assertThat(denied.retryMicros()).as("then its slot is 500 ms away").isEqualTo(250_000);
        state.advance(waiting, START + 250_000);
        assertThat(state.passes(waiting, 0)).as("the denied one took no slot").isTrue();
    }
}
