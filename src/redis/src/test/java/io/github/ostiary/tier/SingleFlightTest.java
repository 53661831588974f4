package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One asks, the others wait for what it learns. */
class SingleFlightTest {

    private static final long LONG = 20_000_000;
    private static final CounterId BOB = of("bob");
    private static final CounterId EVE = of("eve");

    private final SingleFlight probes = new SingleFlight(Pace.of(TimeSource.system()));

    private static CounterId of(String identity) {
        return new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), identity, 1).counterId();
    }

    /** Waits for a probe in a thread of its own; true when there is news. */
    private FutureTask<Boolean> waiting(CounterId place) {
        FutureTask<Boolean> answer = new FutureTask<>(() -> probes.begin(List.of(place), LONG) == null);
        Thread thread = new Thread(answer, "second");
        thread.start();
        Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING, Duration.ofSeconds(10));
        return answer;
    }

    @Test
    void theSecondWaitsAndThenLooksAgain() throws Exception {
        SingleFlight.Turn turn = probes.begin(List.of(BOB), LONG);
        FutureTask<Boolean> second = waiting(BOB);
        long before = probes.ended();
        turn.end();
        assertThat(second.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(probes.ended()).isGreaterThan(before);
        assertThat(probes.begin(List.of(BOB), 0)).isNotNull();
    }

    /** And goes on to its deadline. */
    @Test
    void anInterruptedOneWaitsOnAndKeepsItsInterrupt() throws Exception {
        SingleFlight.Turn turn = probes.begin(List.of(BOB), LONG);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> probes.begin(List.of(BOB), 20_000)).hasMessageContaining("redis.timeout");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        turn.end();
        assertThat(probes.begin(List.of(BOB), LONG)).isNotNull();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whoeverWaitsSharesTheFailure() throws Exception {
        SingleFlight.Turn turn = probes.begin(List.of(BOB), LONG);
        FutureTask<Boolean> second = waiting(BOB);
        StoreException failure = new StoreException("it does not answer");
        turn.fail(failure);
        turn.end();
        assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCause(failure);
    }

    @Test
    void nobodyWaitsLongerThanHeMayAndThatSaysNothingOfTheStore() throws StoreException {
        probes.begin(List.of(BOB), LONG);
        assertThatThrownBy(() -> probes.begin(List.of(BOB), 0))
                .isInstanceOfSatisfying(StoreException.class, late -> assertThat(late.evidence())
                        .isFalse());
    }

    @Test
    void othersAreInNobodysWay() throws StoreException {
        probes.begin(List.of(BOB), LONG);
        assertThat(probes.begin(List.of(EVE), 0)).isNotNull();
    }

    /** Two that wait for each other would wait until both are too late. */
    @Test
    void whoeverMustWaitForOneHoldsNoOther() throws StoreException {
        probes.begin(List.of(BOB), LONG);
        assertThatThrownBy(() -> probes.begin(List.of(EVE, BOB), 0)).isInstanceOf(StoreException.class);
        assertThat(probes.begin(List.of(EVE), 0)).isNotNull();
    }

    @Test
    void aCounterThatIsAskedTwiceByOneCallIsItsOwn() throws StoreException {
        assertThat(Optional.ofNullable(probes.begin(List.of(BOB, of("bob")), 0)))
                .isPresent();
    }
}
