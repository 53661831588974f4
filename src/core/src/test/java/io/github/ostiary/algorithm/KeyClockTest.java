package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A counter's own time, while the store's clock is wrong and when it has been put right. */
class KeyClockTest {

    private static final long SECOND = 1_000_000;

    private final KeyClock clock = new KeyClock();

    private void done(long micros) {
        clock.read(micros);
        clock.stamp();
    }

    @Test
    void aFreshOneBelievesTheStore() {
        assertThat(clock.read(5 * SECOND)).isEqualTo(5 * SECOND);
        assertThat(clock.read(SECOND)).isEqualTo(SECOND);
        assertThat(clock.known()).isFalse();
        assertThat(clock.extraMicros()).isZero();
    }

    @Test
    void aSecondBehindTimeStandsStill() {
        done(10 * SECOND);
        assertThat(clock.read(9 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(clock.extraMicros()).isEqualTo(SECOND);
        assertThat(clock.read(9_500_000)).isEqualTo(10 * SECOND);
        assertThat(clock.read(11 * SECOND)).isEqualTo(11 * SECOND);
        assertThat(clock.extraMicros()).isZero();
    }

    /** The block comment's worked example: a step back of an hour, somebody denied, four seconds later. */
    @Test
    void anHourBehindTimeGoesOnFromThere() {
        done(0);
        assertThat(clock.read(-3_600 * SECOND)).isZero();
        clock.note();
        assertThat(clock.read(-3_596 * SECOND)).isEqualTo(4 * SECOND);
        assertThat(clock.extraMicros()).isEqualTo(3_600 * SECOND);
    }

    @Test
    void aClockThatIsPutRightIsTheTruthAgain() {
        done(0);
        clock.read(-3_600 * SECOND);
        clock.note();
        assertThat(clock.read(4 * SECOND)).isEqualTo(4 * SECOND);
        clock.stamp();
        assertThat(clock.extraMicros()).isZero();
        assertThat(clock.newest()).isEqualTo(4 * SECOND);
    }

    @Test
    void clearedItIsAsIfNeverUsed() {
        done(10 * SECOND);
        clock.read(-3_600 * SECOND);
        clock.note();
        clock.beginAnew(-3_600 * SECOND);
        assertThat(clock.known()).isFalse();
        assertThat(clock.read(-3_599 * SECOND)).isEqualTo(-3_599 * SECOND);
    }

    /** Steps back, ever further, then put right at once; whatever is done and denied meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void isNeverBehindWhatWasDoneNorAheadOfTheTruth(long seed) {
        Random random = new Random(seed);
        long truth = 1_700_000_000L * SECOND;
        long behind = 0;
        for (int i = 0; i < 100_000; i++) {
            truth += random.nextLong(10 * SECOND);
            if (random.nextInt(20) == 0) {
                behind = behind > 0 && random.nextBoolean() ? 0 : behind + random.nextLong(5_000 * SECOND);
            }
            long now = clock.read(truth - behind);
            assertThat(now).as("step %d", i).isLessThanOrEqualTo(truth);
            if (clock.known()) {
                assertThat(now).as("step %d", i).isGreaterThanOrEqualTo(clock.newest());
            }
            if (random.nextInt(3) == 0) {
                clock.stamp();
            } else {
                clock.note();
            }
        }
    }
}
