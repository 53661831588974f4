package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.engine.WaitQueue.Waiter;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only the first in a queue asks; whoever leaves lets the next one ask. */
class WaitQueueTest {

    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final CounterId COUNTER = new CounterId("one", "0", 'C', "bob");

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    private final List<Waiter> asked = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    /** A queue never looks at the call itself. */
    @SuppressWarnings("NullAway")
    private static Waiter waiter() {
        return new Waiter(null, Optional::empty, COUNTER);
    }

    @Test
    void theFirstAsksAgainAndAgainAndNobodyElseDoes() {
        WaitQueue queue = new WaitQueue(timer, asked::add);
        Waiter first = waiter();
        queue.add(first);
        queue.add(waiter());
        Await.until(() -> asked.size() >= 3, BOUND);
        assertThat(asked).containsOnly(first);
    }

    @Test
    void whoeverIsLetInMakesTheNextOneAskInTheOrderOfArrival() {
        WaitQueue[] queue = new WaitQueue[1];
        queue[0] = new WaitQueue(timer, waiter -> {
            asked.add(waiter);
            queue[0].remove(waiter);
        });
        List<Waiter> all = List.of(waiter(), waiter(), waiter(), waiter(), waiter());
        all.forEach(queue[0]::add);
        Await.until(() -> asked.size() >= 5, BOUND);
        assertThat(asked).containsExactlyElementsOf(all);
    }

    @Test
    void theLastToLeaveSaysThatNobodyIsLeft() {
        WaitQueue queue = new WaitQueue(timer, asked::add);
        Waiter first = waiter();
        Waiter second = waiter();
        queue.add(first);
        queue.add(second);
        assertThat(queue.remove(second)).isFalse();
        assertThat(queue.remove(second)).as("twice").isFalse();
        assertThat(queue.remove(first)).isTrue();
    }

    /** What is told while the store is being asked may have come too late for that answer. */
    @Test
    void whatIsToldWhileSomebodyAsksIsNotLost() throws InterruptedException {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        WaitQueue queue = new WaitQueue(timer, waiter -> {
            asked.add(waiter);
            asking.countDown();
            try {
                assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        queue.add(waiter());
        assertThat(asking.await(10, TimeUnit.SECONDS)).isTrue();
        queue.wake();
        queue.wake();
        assertThat(asked).as("one question at a time").hasSize(1);
        release.countDown();
        Await.until(() -> asked.size() >= 2, BOUND);
    }

    @Test
    void aQuestionThatFailsIsNotTheLast() {
        WaitQueue queue = new WaitQueue(timer, waiter -> {
            asked.add(waiter);
            throw new IllegalStateException("the store's fault");
        });
        queue.add(waiter());
        Await.until(() -> asked.size() >= 3, BOUND);
    }
}
