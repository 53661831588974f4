package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Pace;
import io.github.ostiary.testing.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is done in the background goes on whatever fails, and ends when there is nothing to do. */
class HousekeeperTest {

    private static final Duration BOUND = Duration.ofSeconds(20);

    private final Pace pace = Pace.of(TimeSource.system());
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger errands = new AtomicInteger();

    @Test
    void roundsGoOnUntilThereIsNothingMoreToDoThoughOneFails() {
        try (Housekeeper keeper = new Housekeeper(
                "test",
                100,
                () -> {
                    if (rounds.incrementAndGet() == 1) {
                        throw new IllegalStateException("a round's fault");
                    }
                    return rounds.get() < 3;
                },
                errands::incrementAndGet,
                pace)) {
            keeper.wake();
            keeper.wake();
            Await.until(() -> rounds.get() == 3, BOUND);
            keeper.wake();
            Await.until(() -> rounds.get() == 4, BOUND);
            assertThat(errands).hasValue(0);
        }
    }

    @Test
    void whatIsHurriedIsDoneAtOnceAndNotMoreOftenThanTenTimesASecond() {
        try (Housekeeper keeper = new Housekeeper("test", 100, () -> false, errands::incrementAndGet, pace)) {
            long begin = System.nanoTime();
            while (errands.get() < 4) {
                keeper.hurry();
                Thread.onSpinWait();
            }
            assertThat(System.nanoTime() - begin)
                    .isGreaterThan(Duration.ofMillis(290).toNanos());
        }
    }

    @Test
    void aTaskThatFailsIsNotTheLast() {
        AtomicInteger done = new AtomicInteger();
        try (Housekeeper keeper = new Housekeeper("test", 100, () -> false, errands::incrementAndGet, pace)) {
            keeper.run(() -> {
                throw new IllegalStateException("a task's fault");
            });
            keeper.run(done::incrementAndGet);
            Await.until(() -> done.get() == 1, BOUND);
        }
    }

    @Test
    void closedItDoesNothingAndSaysNothing() {
        Housekeeper keeper =
                new Housekeeper("test", 100, () -> rounds.incrementAndGet() < 0, errands::incrementAndGet, pace);
        keeper.close();
        keeper.wake();
        keeper.hurry();
        keeper.run(errands::incrementAndGet);
        assertThat(errands).hasValue(0);
        assertThat(rounds).hasValue(0);
    }
}
