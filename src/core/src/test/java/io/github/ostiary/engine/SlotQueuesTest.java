package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.Pace;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time when all is paid back, as callers in a queue see it. */
class SlotQueuesTest {

    /** Counted from the question, a slot came early by the time that the question took. */
    @Test
    void a_look_that_takes_long_lets_nobody_in_early() {
        ManualTimeSource clock = new ManualTimeSource();
        Pace pace = clock::micros;
        try (WaitQueues waiting = new WaitQueues(2, null, pace);
                SlotQueues.SlotTurn turn = new SlotQueues(waiting).take("bob")) {
            long taken = clock.micros();
            clock.advance(Duration.ofMillis(1));
            long end = turn.paidBack(taken, () -> {
                clock.advance(Duration.ofMillis(200));
                return 5_000_000;
            });
            assertThat(end).isEqualTo(clock.micros() + 5_000_000);
        }
    }
}
