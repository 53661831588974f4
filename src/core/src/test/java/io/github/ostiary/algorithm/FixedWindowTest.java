package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
import org.junit.jupiter.api.Test;

/** A window opens with the first permit after the last one ended, and holds so many. */
class FixedWindowTest extends CounterCase {

    @Test
    void agreesWithACountPerWindow() {
        agreesForAMillionSteps(Algorithm.FIXED_WINDOW, new History() {
            private long opened;
            private int inside;

            @Override
            public boolean hasRoom(long now) {
                return now >= opened + 10_000 || inside < 7;
            }

            @Override
            public void admitted(long now) {
                if (now >= opened + 10_000) {
                    opened = now;
                    inside = 0;
                }
                inside++;
            }
        });
    }

    @Test
    void twoWindowsTouchWhereItIsSaidTheyDo() {
        Limit limit = Limits.of(Algorithm.FIXED_WINDOW, "2/1s");
        LimitCounter window = new FixedWindow();
        hit(window, limit, START, 1);
        assertThat(hit(window, limit, START + 999_999, 1).passed()).isTrue();
        assertThat(hit(window, limit, START + 999_999, 1).retryMicros()).isEqualTo(1);
        assertThat(hit(window, limit, START + 1_000_000, 2).passed()).isTrue();
    }
}
