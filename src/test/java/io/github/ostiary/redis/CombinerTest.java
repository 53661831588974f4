package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who sends whose decisions, how often it looks meanwhile, and what an interrupt does to them. */
class CombinerTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long FAR = Long.MAX_VALUE / 2;

    private final TimeSource clock = TimeSource.system();
    private boolean delegates;
    private final PlatformThreads threads = new PlatformThreads(2, true) {
        @Override
        boolean needed() {
            return delegates;
        }
    };

    @AfterEach
    void close() {
        threads.close();
    }

    private Combiner<Ticket> combiner(int lanes, Combiner.Sender<Ticket> sender) {
        return new Combiner<>(lanes, FAR, clock, sender, threads);
    }

    private static Ticket ticket() {
        return ticket(FAR);
    }

    private static Ticket ticket(long deadlineMicros) {
        return new Ticket(
                Operation.DECIDE,
                List.of(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1)),
                deadlineMicros);
    }

    private static void answerAll(List<Ticket> batch) {
        batch.forEach(ticket -> ticket.answer(List.of()));
    }

    /** It finds no lane, is sent by another's batch, and a lane is free again: it waits, and does not look again and again. */
    @Test
    void whoIsSentDoesNotSpin() throws Exception {
        AtomicLong looks = new AtomicLong();
        AtomicInteger batches = new AtomicInteger();
        Thread[] late = new Thread[1];
        Ticket[] its = new Ticket[1];
        TimeSource counting = () -> {
            if (Thread.currentThread() == late[0] && looks.incrementAndGet() == 1) {
                Await.until(() -> !its[0].waiting(), BOUND);
            }
            return clock.micros();
        };
        List<CountDownLatch> go = List.of(new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1));
        Combiner<Ticket> combiner = new Combiner<>(
                2,
                FAR,
                counting,
                (batch, deadline) -> {
                    awaitQuietly(go.get(batches.getAndIncrement()));
                    answerAll(batch);
                },
                threads);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int before = i;
            others.add(started(() -> execute(combiner, ticket())));
            Await.until(() -> batches.get() > before, BOUND);
        }
        CountDownLatch made = new CountDownLatch(1);
        late[0] = started(() -> {
            its[0] = ticket();
            awaitQuietly(made);
            execute(combiner, its[0]);
        });
        Await.until(() -> its[0] != null, BOUND);
        made.countDown();
        Await.until(() -> looks.get() == 1, BOUND);
        go.get(0).countDown();
        Await.until(() -> !others.get(0).isAlive(), BOUND);
        others.add(started(() -> execute(combiner, ticket())));
        Await.until(() -> batches.get() == 3, BOUND);
        go.get(1).countDown();
        Await.until(() -> late[0].getState() == Thread.State.TIMED_WAITING || looks.get() > 1_000, BOUND);
        long begun = clock.micros();
        Await.until(() -> clock.micros() - begun > 100_000, BOUND);
        go.get(2).countDown();
        late[0].join();
        assertThat(batches).hasValue(3);
        assertThat(looks.get()).as("turns").isLessThan(20);
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    private static void execute(Combiner<Ticket> combiner, Ticket ticket) {
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
        Combiner<Ticket> combiner = combiner(2, (batch, deadline) -> {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            answerAll(batch);
        });
        Thread.currentThread().interrupt();
        combiner.execute(ticket());
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Nobody is queued: no ticket, no batch. Whoever comes when all lanes are taken waits for one, and is woken. */
    @Test
    void whoIsAloneIsSentAtOnceAndWakesWhoHasComeMeanwhile() throws Exception {
        Verdict said = new Verdict(true, 1, 0, 0, 1, 0);
        List<Thread> alone = new CopyOnWriteArrayList<>();
        List<Thread> leaders = new CopyOnWriteArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        Combiner<Ticket> combiner = combiner(1, (batch, deadline) -> {
            leaders.add(Thread.currentThread());
            answerAll(batch);
        });
        Supplier<List<Verdict>> lone = () -> {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            alone.add(Thread.currentThread());
            awaitQuietly(go);
            return List.of(said);
        };
        Thread first = started(() -> {
            Thread.currentThread().interrupt();
            assertThat(ask(combiner, lone)).containsExactly(said);
            assertThat(Thread.interrupted()).isTrue();
        });
        Await.until(() -> alone.size() == 1, BOUND);
        Thread second = started(() -> assertThat(ask(combiner, lone)).isEmpty());
        Await.until(() -> second.getState() == Thread.State.TIMED_WAITING, BOUND);
        go.countDown();
        first.join();
        second.join();
        assertThat(alone).containsExactly(first);
        assertThat(leaders).containsExactly(second);
        assertThat(ask(combiner, lone)).as("the lane is free again").containsExactly(said);
    }

    /** Whatever becomes of it, its lane is free afterwards. */
    @Test
    void whoFailsAloneGivesItsLaneBack() {
        IllegalStateException away = new IllegalStateException("away");
        Combiner<Ticket> combiner = combiner(1, (batch, deadline) -> {
            throw away;
        });
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> ask(combiner, () -> {
                        throw away;
                    }))
                    .isSameAs(away);
            assertThatThrownBy(() -> combiner.execute(ticket())).isSameAs(away);
        }
        assertThat(combiner.takeLane()).isTrue();
    }

    /** As a store does that needs no ticket where nobody else asks. */
    private static List<Verdict> ask(Combiner<Ticket> combiner, Supplier<List<Verdict>> alone) {
        if (combiner.takeLane()) {
            boolean interrupted = Thread.interrupted();
            try {
                return alone.get();
            } finally {
                combiner.giveBack(interrupted);
            }
        }
        Ticket ticket = ticket();
        try {
            combiner.queue(ticket);
            return ticket.verdicts();
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With a ticket, too: it is sent by itself, by whom it is, and wakes whoever has queued. */
    @Test
    void aTicketThatIsAloneIsSentAtOnce() throws Exception {
        List<Thread> leaders = new CopyOnWriteArrayList<>();
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        Combiner<Ticket> combiner = combiner(1, (batch, deadline) -> {
            leaders.add(Thread.currentThread());
            sizes.add(batch.size());
            if (leaders.size() == 1) {
                awaitQuietly(go);
            }
            answerAll(batch);
        });
        Thread first = started(() -> execute(combiner, ticket()));
        Await.until(() -> leaders.size() == 1, BOUND);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(started(() -> execute(combiner, ticket())));
        }
        Await.until(() -> others.stream().allMatch(other -> other.getState() == Thread.State.TIMED_WAITING), BOUND);
        go.countDown();
        first.join();
        for (Thread other : others) {
            other.join();
        }
        assertThat(leaders.get(0)).isSameAs(first);
        assertThat(sizes).containsExactly(1, 3);
    }

    /** All lanes are taken for longer than it has time: it leaves, and nobody sends it any more. */
    @Test
    void whoIsLeftWaitingIsNeverSent() throws Exception {
        List<Ticket> sent = new CopyOnWriteArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        Combiner<Ticket> combiner = combiner(1, (batch, deadline) -> {
            sent.addAll(batch);
            awaitQuietly(go);
            answerAll(batch);
        });
        Thread first = started(() -> execute(combiner, ticket()));
        Await.until(() -> sent.size() == 1, BOUND);
        Ticket late = ticket(clock.micros() + 1_000);
        assertThatThrownBy(() -> combiner.execute(late))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nothing was counted");
        assertThat(late.withdrawn()).isTrue();
        go.countDown();
        first.join();
        combiner.execute(ticket());
        assertThat(sent).hasSize(2).doesNotContain(late);
    }

    /** Who has nearly used up its budget would cut short those it sends, or wait longer than it may. */
    @Test
    void whoHasLittleTimeLeftSendsOthersByAThreadThatHasIt() throws Exception {
        long budget = 10_000_000;
        Thread[] senders = new Thread[2];
        long[] deadlines = new long[2];
        AtomicInteger batches = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        Combiner<Ticket> combiner = new Combiner<>(
                1,
                budget,
                clock,
                (batch, deadline) -> {
                    int number = batches.getAndIncrement();
                    senders[number] = Thread.currentThread();
                    deadlines[number] = deadline;
                    if (number == 0) {
                        awaitQuietly(go);
                    }
                    answerAll(batch);
                },
                threads);
        long now = clock.micros();
        Thread first = started(() -> execute(combiner, ticket(now + budget)));
        Await.until(() -> batches.get() == 1, BOUND);
        Thread old = started(() -> execute(combiner, ticket(now + budget / 2)));
        Await.until(() -> old.getState() == Thread.State.TIMED_WAITING, BOUND);
        Thread young = started(() -> execute(combiner, ticket(now + budget)));
        Await.until(() -> young.getState() == Thread.State.TIMED_WAITING, BOUND);
        go.countDown();
        for (Thread thread : List.of(first, old, young)) {
            thread.join();
        }
        assertThat(batches).as("old and young travel together").hasValue(2);
        assertThat(senders).startsWith(first).doesNotContain(old, young);
        assertThat(deadlines).containsExactly(now + budget, now + budget);
    }

    @Test
    void aVirtualThreadNeverSendsItself() throws Exception {
        delegates = true;
        Set<Thread> senders = ConcurrentHashMap.newKeySet();
        Set<Thread> callers = ConcurrentHashMap.newKeySet();
        Combiner<Ticket> combiner = combiner(2, (batch, deadline) -> {
            senders.add(Thread.currentThread());
            answerAll(batch);
        });
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
