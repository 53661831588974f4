package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Pace;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Callers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Whoever waits for a slot is woken when there is room, at the end of the guard, and by an interrupt: no time-out helps. */
class SlotQueuesStressTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long LONG_MICROS = 1_000_000;
    private static final int CALLERS = 6;
    private static final int ROUNDS = 500;

    /** By which no wait ends by itself. */
    private static final class Endless implements Pace {

        private final Pace machine = Pace.of(TimeSource.system());

        @Override
        public long micros() {
            return machine.micros();
        }

        @Override
        public ScheduledExecutorService threads(String name, int most, long idleMillis) {
            return machine.threads(name, most, idleMillis);
        }

        @Override
        public Lock lock() {
            return machine.lock();
        }

        @Override
        public boolean acquire(Semaphore permits, long micros) throws InterruptedException {
            return permits.tryAcquire(micros > 0 ? TimeUnit.HOURS.toMicros(1) : 0, TimeUnit.MICROSECONDS);
        }

        @Override
        public void await(Future<?> end, long micros)
                throws InterruptedException, ExecutionException, TimeoutException {
            machine.await(end, micros);
        }
    }

    private final WaitQueues waiting = new WaitQueues(CALLERS, null, new Endless());
    private final SlotQueues queues = new SlotQueues(waiting);
    private final Semaphore room = new Semaphore(1);

    /** Whoever need not wait would go on for ever. */
    private volatile boolean ended;

    /** Whether it was let in: false if all were sent home. */
    private boolean waitForRoom() throws InterruptedException {
        try (SlotQueues.SlotTurn turn = queues.take("bob")) {
            if (!turn.comes() && !turn.comes(LONG_MICROS)) {
                return false;
            }
            while (true) {
                turn.looks();
                if (room.tryAcquire()) {
                    return true;
                }
                Thread.yield();
                if (!turn.pause(LONG_MICROS)) {
                    return false;
                }
            }
        }
    }

    private boolean waitAndGiveBack() throws InterruptedException {
        if (!waitForRoom()) {
            return false;
        }
        Thread.yield();
        room.release();
        queues.wake("bob");
        return !ended;
    }

    private Callers callers(int rounds) {
        return new Callers(CALLERS, rounds, i -> this::waitAndGiveBack);
    }

    @AfterEach
    void close() {
        waiting.close();
    }

    @Test
    void noSignalIsLost() {
        Callers callers = callers(ROUNDS);
        callers.end();
        assertThat(callers.done()).isEqualTo(CALLERS * ROUNDS);
        assertThat(waiting.size()).as("who waits").isZero();
    }

    @RepeatedTest(10)
    void nobodyStaysAfterTheEnd(RepetitionInfo number) {
        Callers callers = callers(Integer.MAX_VALUE);
        Await.until(() -> callers.done() >= 10 * number.getCurrentRepetition(), BOUND);
        ended = true;
        waiting.close();
        callers.end();
        assertThat(waiting.size()).isZero();
    }

    @Test
    void whoWaitsIsSentHomeAtTheEnd() {
        room.acquireUninterruptibly();
        Callers callers = callers(1);
        Await.until(() -> waiting.size() == CALLERS, BOUND);
        waiting.close();
        callers.end();
        assertThat(callers.done()).isZero();
        assertThat(waiting.size()).isZero();
    }

    @Test
    void whoIsInterruptedLeavesItsPlace() {
        room.acquireUninterruptibly();
        Callers callers = callers(1);
        Await.until(() -> waiting.size() == CALLERS, BOUND);
        for (int i = 0; i < CALLERS - 1; i++) {
            callers.interrupt(i);
        }
        callers.end(CALLERS - 1);
        assertThat(waiting.size()).isEqualTo(1);
        room.release();
        queues.wake("bob");
        callers.end();
        assertThat(callers.done()).isEqualTo(1);
    }
}
