package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A log in units of the precision: one of them early at most, and no more counters than there are of them. */
class SlidingWindowTest extends CounterCase {

    @Test
    void agreesWithAListInWholeMilliseconds() {
        Deque<Long> last = new ArrayDeque<>();
        agreesForAMillionSteps(Algorithm.SLIDING_WINDOW, new History() {
            @Override
            public boolean hasRoom(long now) {
                return last.size() < 7 || now / 1_000 - last.getFirst() >= 10;
            }

            @Override
            public void admitted(long now) {
                last.addLast(now / 1_000);
                if (last.size() > 7) {
                    last.removeFirst();
                }
            }
        });
    }

    /** At most {@code limit} permits in any window shortened by one precision. */
    @Test
    void freesAtMostOnePrecisionEarly() {
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
    void holdsNoMoreCountersThanPrecisions() {
        Limit limit = Limits.of(Algorithm.SLIDING_WINDOW, "1000000/1s");
        SlidingWindow state = new SlidingWindow();
        for (int i = 0; i < 100_000; i++) {
            hit(state, limit, START + i * 777L, 1);
            assertThat(state.counters()).isLessThanOrEqualTo(10);
        }
        assertThat(state.counters()).isEqualTo(10);
    }
}
