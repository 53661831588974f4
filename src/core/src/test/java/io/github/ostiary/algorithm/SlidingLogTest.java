package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Never more than the limit in any window, and not one fewer. */
class SlidingLogTest extends CounterCase {

    @Test
    void agreesWithAListOfTheLastSeven() {
        Deque<Long> last = new ArrayDeque<>();
        agreesForAMillionSteps(Algorithm.SLIDING_LOG, new History() {
            @Override
            public boolean hasRoom(long now) {
                return last.size() < 7 || now - last.getFirst() >= 10_000;
            }

            @Override
            public void admitted(long now) {
                last.addLast(now);
                if (last.size() > 7) {
                    last.removeFirst();
                }
            }
        });
    }

    /** The wait is until enough of the oldest have left, whatever the weights they came with. */
    @Test
    void tellsTheInstantAtWhichEnoughHaveLeft() {
        Limit limit = Limits.of(Algorithm.SLIDING_LOG, "10/1s");
        LimitCounter log = new SlidingLog();
        hit(log, limit, START, 3);
        hit(log, limit, START + 100_000, 4);
        hit(log, limit, START + 200_000, 3);
        Verdict denied = hit(log, limit, START + 300_000, 5);
        assertThat(denied.passed()).isFalse();
        assertThat(denied.retryMicros()).isEqualTo(800_000);
        assertThat(denied.resetMicros()).isEqualTo(900_000);
        assertThat(hit(log, limit, START + 1_099_999, 5).passed()).isFalse();
        assertThat(hit(log, limit, START + 1_100_000, 5).passed()).isTrue();
    }
}
