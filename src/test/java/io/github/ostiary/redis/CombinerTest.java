package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who sends whose decisions, how often it looks meanwhile, and what an interrupt does to them. */
class CombinerTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long FAR = Long.MAX_VALUE / 2;

    private final TimeSource clock = TimeSource.system();
    private boolean delegates;
    private final PlatformThreads threads = new PlatformThreads(2) {
        @Override
        boolean needed() {
            return delegates;
        }
    };

    @AfterEach
    void close() {
        threads.close();
    }

    private static Ticket ticket() {
        return new Ticket(
                Operation.DECIDE,
                List.of(new Charge(Limits.of(io.github.ostiary.Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1)),
                FAR);
    }

    private static void answerAll(List<Ticket> batch) {
        batch.forEach(ticket -> ticket.answer(List.of()));
    }

    /** It is sent by another's batch while a lane is free: it waits, and does not look again and again. */
    @Test
    void whoIsSentDoesNotSpin() throws Exception {
        CountDownLatch firstBatch = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong looks = new AtomicLong();
        AtomicInteger batches = new AtomicInteger();
        Thread[] second = new Thread[1];
        Ticket[] its = new Ticket[1];
        TimeSource counting = () -> {
            if (Thread.currentThread() == second[0] && looks.incrementAndGet() == 1) {
                Await.until(() -> its[0] != null && !its[0].waiting(), BOUND);
            }
            return clock.micros();
        };
        Combiner combiner = new Combiner(
                2,
                counting,
                batch -> {
                    batches.incrementAndGet();
                    firstBatch.countDown();
                    awaitQuietly(go);
                    answerAll(batch);
                },
                threads);
        CountDownLatch created = new CountDownLatch(1);
        second[0] = new Thread(() -> {
            its[0] = ticket();
            created.countDown();
            execute(combiner, its[0]);
        });
        second[0].start();
        created.await();
        Await.until(() -> looks.get() == 1, BOUND);
        Thread first = new Thread(() -> execute(combiner, ticket()));
        first.start();
        firstBatch.await();
        Await.until(() -> second[0].getState() == Thread.State.TIMED_WAITING || looks.get() > 1_000, BOUND);
        long begun = clock.micros();
        Await.until(() -> clock.micros() - begun > 100_000, BOUND);
        go.countDown();
        first.join();
        second[0].join();
        assertThat(batches).hasValue(1);
        assertThat(looks.get()).as("turns").isLessThan(20);
    }

    private static void execute(Combiner combiner, Ticket ticket) {
        try {
            combiner.execute(ticket);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What would be fatal on a virtual thread's socket is seen here as an interrupt of who sends. */
    @Test
    void whoIsInterruptedSendsUndisturbedAndStaysInterrupted() throws StoreException {
        Combiner combiner = new Combiner(
                2,
                clock,
                batch -> {
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    answerAll(batch);
                },
                threads);
        Thread.currentThread().interrupt();
        combiner.execute(ticket());
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aVirtualThreadNeverSendsItself() throws Exception {
        delegates = true;
        Set<Thread> senders = ConcurrentHashMap.newKeySet();
        Set<Thread> callers = ConcurrentHashMap.newKeySet();
        Combiner combiner = new Combiner(
                2,
                clock,
                batch -> {
                    senders.add(Thread.currentThread());
                    answerAll(batch);
                },
                threads);
        Crowd.of(16, i -> () -> {
            callers.add(Thread.currentThread());
            for (int j = 0; j < 500; j++) {
                if (i == 0) {
                    Thread.currentThread().interrupt();
                }
                combiner.execute(ticket());
                assertThat(Thread.interrupted()).isEqualTo(i == 0);
            }
            return null;
        });
        assertThat(senders).isNotEmpty().doesNotContainAnyElementsOf(callers);
    }
}
