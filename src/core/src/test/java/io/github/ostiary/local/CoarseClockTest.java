package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a clock that remembers tells whoever does not ask it. */
class CoarseClockTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final long start = time.micros();
    private final CoarseClock clock = new CoarseClock(time);

    private void advance(long micros) {
        time.advance(Duration.ofNanos(micros * 1_000));
    }

    private long remembered() {
        return clock.read() / 1_000 - start;
    }

    @Test
    void whoeverAsksHearsTheTruth() {
        advance(1);
        assertThat(clock.micros()).isEqualTo(start + 1);
    }

    @Test
    void memoryIsLessThanAMillisecondOffAfterSomebodyAsked() {
        advance(999);
        clock.micros();
        assertThat(remembered()).isZero();
        advance(1);
        assertThat(remembered()).as("nobody has asked").isZero();
        clock.micros();
        assertThat(remembered()).isEqualTo(1_000);
    }

    @Test
    void aStepBackIsRemembered() {
        advance(-3_600_000_000L);
        clock.micros();
        assertThat(remembered()).isEqualTo(-3_600_000_000L);
    }

    @Test
    void whatOthersHaveReadIsRememberedIfItIsNews() {
        clock.saw(start + 5_000);
        assertThat(remembered()).isEqualTo(5_000);
        clock.saw(start + 2_000);
        assertThat(remembered()).as("read long ago").isEqualTo(5_000);
    }

    @Test
    void lessThanAMillisecondIsNoNews() {
        clock.saw(start + 999);
        assertThat(remembered()).isZero();
        clock.saw(start + 1_000);
        assertThat(remembered()).isEqualTo(1_000);
    }

    /** Whoever reads a clock may be stopped before it is remembered. */
    @ParameterizedTest
    @CsvSource({"5000, 9000, 9000", "5000, 5000, 5000", "5000, 2000, 5000"})
    void whatOthersHaveReadMeanwhileIsNotUndone(long read, long others, long remembered) {
        CoarseClock[] own = new CoarseClock[1];
        TimeSource stopped = () -> {
            if (own[0] != null) {
                own[0].saw(start + others);
            }
            return start + (own[0] == null ? 0 : read);
        };
        own[0] = new CoarseClock(stopped);
        assertThat(own[0].micros()).isEqualTo(start + read);
        assertThat(own[0].read() / 1_000 - start).isEqualTo(remembered);
    }
}
