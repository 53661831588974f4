package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
}
