package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many batches may be under way, by how far away the server is. */
class LanesTest {

    private static final long SECOND = 1_000_000;

    private long now = 100 * SECOND;

    private static int free(Lanes lanes) {
        int free = 0;
        while (lanes.tryTake()) {
            free++;
        }
        assertThat(lanes.areTaken()).isTrue();
        for (int i = 0; i < free; i++) {
            lanes.giveBack();
        }
        assertThat(lanes.areTaken()).isFalse();
        return free;
    }

    private void answer(Lanes lanes, int batches, long micros) {
        for (int i = 0; i < batches; i++) {
            now += micros;
            lanes.answered(now - micros, now);
        }
    }

    @Test
    void thereIsOneForEachQuarterOfAMillisecond() {
        for (long[] expected : new long[][] {{40, 2}, {700, 2}, {760, 3}, {1_010, 4}, {5_000, 4}}) {
            Lanes lanes = new Lanes(2, 4);
            answer(lanes, 40, expected[0]);
            assertThat(free(lanes)).as(expected[0] + " µs").isEqualTo((int) expected[1]);
            assertThat(lanes.calls()).isEqualTo(expected[1] > 2 ? 256 : 64);
        }
    }

    @Test
    void afterFewBatchesNothingIsKnown() {
        Lanes lanes = new Lanes(2, 4);
        answer(lanes, 31, 5_000);
        assertThat(free(lanes)).isEqualTo(2);
        answer(lanes, 1, 5_000);
        assertThat(free(lanes)).isEqualTo(4);
    }

    /** Most answers of a busy node are late; the server is as near as the quickest says. */
    @Test
    void whatWaitsForProcessorsIsNoDistance() {
        Lanes lanes = new Lanes(2, 4);
        for (int i = 0; i < 3_000; i++) {
            answer(lanes, 99, 8_000);
            answer(lanes, 1, 60);
        }
        assertThat(free(lanes)).isEqualTo(2);
    }

    @Test
    void aServerThatMovesAwayIsNoticedWithinTenSecondsAndOneThatComesNearAtOnce() {
        Lanes lanes = new Lanes(2, 4);
        answer(lanes, 100, 50);
        answer(lanes, 11 * 500, 2_000);
        assertThat(free(lanes)).isEqualTo(4);
        answer(lanes, 40, 50);
        assertThat(free(lanes)).isEqualTo(2);
    }

    @Test
    void thereAreAlwaysAsManyWhereThatIsSaid() {
        Lanes lanes = new Lanes(1);
        answer(lanes, 100, 9_000);
        assertThat(free(lanes)).isEqualTo(1);
    }
}
