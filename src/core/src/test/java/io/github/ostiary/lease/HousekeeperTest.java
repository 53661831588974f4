package io.github.ostiary.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.SteppedClock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done in the background goes on whatever fails, and ends when there is nothing to do. */
class HousekeeperTest {

    private static final long MILLI = 1_000;

    private final SteppedClock clock = new SteppedClock();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger errands = new AtomicInteger();
    private int most = 3;
    private final Housekeeper keeper = new Housekeeper("test", 300, this::round, errands::incrementAndGet, clock.of(0));

    /** The first one fails. */
    private boolean round() {
        if (rounds.incrementAndGet() == 1) {
            throw new IllegalStateException("a round's fault");
        }
        return rounds.get() < most;
    }

    @AfterEach
    void close() {
        keeper.close();
    }

    @Test
    void roundsGoOnUntilThereIsNothingMoreToDoThoughOneFails() {
        keeper.wake();
        keeper.wake();
        clock.pass(299 * MILLI);
        assertThat(rounds).hasValue(0);
        clock.pass(MILLI);
        assertThat(rounds).hasValue(1);
        clock.pass(600 * MILLI);
        assertThat(rounds).hasValue(3);
        assertThat(clock.isIdle()).isTrue();
        keeper.wake();
        clock.pass(300 * MILLI);
        assertThat(rounds).hasValue(4);
        assertThat(errands).hasValue(0);
    }

    @Test
    void whatIsHurriedIsDoneAtOnceAndNotMoreOftenThanTenTimesASecond() {
        for (int i = 1; i <= 4; i++) {
            keeper.hurry();
            keeper.hurry();
            clock.background();
            assertThat(errands).hasValue(i);
            clock.pass(99 * MILLI);
            keeper.hurry();
            clock.background();
            assertThat(errands).hasValue(i);
            clock.pass(MILLI);
        }
        assertThat(rounds).as("the next round is none of them").hasValue(1);
    }

    @Test
    void aTaskThatFailsIsNotTheLast() {
        keeper.run(() -> {
            throw new IllegalStateException("a task's fault");
        });
        keeper.run(errands::incrementAndGet);
        clock.background();
        assertThat(errands).hasValue(1);
    }

    @Test
    void closedItDoesNothingAndSaysNothing() {
        keeper.hurry();
        keeper.close();
        keeper.wake();
        keeper.hurry();
        keeper.run(errands::incrementAndGet);
        clock.pass(1_000 * MILLI);
        assertThat(errands).hasValue(0);
        assertThat(rounds).hasValue(0);
    }
}
