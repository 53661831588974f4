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

    /** While so many threads ask. */
    private void answer(Lanes lanes, int batches, long micros, int threads) {
        for (int i = 0; i < threads; i++) {
            lanes.enter();
        }
        for (int i = 0; i < batches; i++) {
            now += micros;
            lanes.answered(now - micros, now);
        }
        for (int i = 0; i < threads; i++) {
            lanes.leave();
        }
    }

    private static Lanes lanes() {
        return new Lanes(2, 4, 16);
    }

    @Test
    void whereManyThreadsAskThereIsOneForEachQuarterOfAMillisecond() {
        for (long[] expected : new long[][] {{40, 2}, {700, 2}, {760, 3}, {1_010, 4}, {2_100, 8}, {9_000, 16}}) {
            Lanes lanes = lanes();
            answer(lanes, 320, expected[0], 50);
            assertThat(free(lanes)).as(expected[0] + " µs").isEqualTo((int) expected[1]);
            assertThat(lanes.connections()).isEqualTo(Math.min(4, (int) expected[1]));
            assertThat(lanes.calls()).isEqualTo(expected[1] > 2 ? 256 : 64);
        }
    }

    @Test
    void whereFewAskThereIsOneForEachSixteenthOfAMillisecond() {
        for (long[] expected : new long[][] {{40, 2}, {120, 2}, {250, 4}, {500, 8}, {1_010, 16}, {9_000, 16}}) {
            Lanes lanes = lanes();
            answer(lanes, 320, expected[0], 1);
            assertThat(free(lanes)).as(expected[0] + " µs").isEqualTo((int) expected[1]);
            assertThat(lanes.connections()).isEqualTo(Math.min(4, (int) expected[1]));
        }
    }

    /** Between few and many nothing changes. */
    @Test
    void theNumberFollowsTheLoad() {
        Lanes lanes = lanes();
        answer(lanes, 64, 1_010, 8);
        answer(lanes, 32, 1_010, 32);
        assertThat(free(lanes)).as("few before").isEqualTo(16);
        answer(lanes, 32, 1_010, 48);
        assertThat(free(lanes)).as("many").isEqualTo(4);
        answer(lanes, 32, 1_010, 32);
        assertThat(free(lanes)).as("many before").isEqualTo(4);
        answer(lanes, 32, 1_010, 16);
        assertThat(free(lanes)).as("few").isEqualTo(16);
    }

    @Test
    void afterFewBatchesNothingIsKnown() {
        Lanes lanes = lanes();
        answer(lanes, 31, 5_000, 1);
        assertThat(free(lanes)).isEqualTo(2);
        answer(lanes, 1, 5_000, 1);
        assertThat(free(lanes)).isEqualTo(16);
    }

    /** Most answers of a busy node are late; the server is as near as the quickest says. */
    @Test
    void whatWaitsForProcessorsIsNoDistance() {
        Lanes lanes = lanes();
        for (int i = 0; i < 3_000; i++) {
            answer(lanes, 31, 8_000, 10);
            answer(lanes, 1, 60, 10);
        }
        assertThat(free(lanes)).isEqualTo(2);
    }

    @Test
    void aServerThatMovesAwayIsNoticedWithinTenSecondsAndOneThatComesNearAtOnce() {
        Lanes lanes = lanes();
        answer(lanes, 100, 50, 50);
        answer(lanes, 11 * 500, 2_100, 50);
        assertThat(free(lanes)).isEqualTo(8);
        answer(lanes, 64, 50, 50);
        assertThat(free(lanes)).isEqualTo(2);
    }

    @Test
    void thereAreAlwaysAsManyWhereThatIsSaid() {
        Lanes lanes = new Lanes(1);
        answer(lanes, 100, 9_000, 1);
        assertThat(free(lanes)).isEqualTo(1);
        assertThat(lanes.connections()).isEqualTo(1);
    }
}
