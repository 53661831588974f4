package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.TimeSource;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who sends whose decisions, how often it looks meanwhile, and what an interrupt does to them. */
class CombinerTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long FAR = Long.MAX_VALUE / 2;

    private final TimeSource clock = TimeSource.system();
    private boolean delegates;
    private final PlatformThreads threads = new PlatformThreads(true) {
        @Override
        boolean needed() {
            return delegates;
        }
    };

    @AfterEach
    void close() {
        threads.close();
    }

    private Combiner combiner(int lanes, Combiner.Sender sender) {
        return new Combiner(new Lanes(lanes), context(FAR, clock), sender);
    }

    private ServerContext context(long budgetMicros, TimeSource time) {
        return new ServerContext(Script.decide(), "p", budgetMicros, time, threads, null, new AtomicReference<>());
    }

    private static ScriptRequest call() {
        return call(FAR);
    }

    private static ScriptRequest call(long deadlineMicros) {
        return new RoutedRequest(0, new ScriptArguments(), deadlineMicros);
    }

    private static void answerAll(List<ScriptRequest> batch) {
        batch.forEach(call -> call.say(List.of()));
    }

    /** It finds no lane, is sent by another's batch, and a lane is free again: it waits, and does not look again and again. */
    @Test
    void whoIsSentDoesNotSpin() throws Exception {
        AtomicLong looks = new AtomicLong();
        AtomicInteger batches = new AtomicInteger();
        Thread[] late = new Thread[1];
        ScriptRequest[] its = new ScriptRequest[1];
        TimeSource counting = () -> {
            if (Thread.currentThread() == late[0] && looks.incrementAndGet() == 1) {
                Await.until(() -> !its[0].waiting(), BOUND);
            }
            return clock.micros();
        };
        List<CountDownLatch> go = List.of(new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1));
        Combiner combiner = new Combiner(new Lanes(2), context(FAR, counting), (batch, deadline) -> {
            awaitQuietly(go.get(batches.getAndIncrement()));
            answerAll(batch);
        });
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int before = i;
            others.add(started(() -> execute(combiner, call())));
            Await.until(() -> batches.get() > before, BOUND);
        }
        CountDownLatch made = new CountDownLatch(1);
        late[0] = started(() -> {
            its[0] = call();
            awaitQuietly(made);
            execute(combiner, its[0]);
        });
        Await.until(() -> its[0] != null, BOUND);
        made.countDown();
        Await.until(() -> looks.get() == 1, BOUND);
        go.get(0).countDown();
        Await.until(() -> !others.get(0).isAlive(), BOUND);
        others.add(started(() -> execute(combiner, call())));
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

    private static void execute(Combiner combiner, ScriptRequest call) {
        combiner.execute(call);
        assertThat(call.failure()).isNull();
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
    void whoIsInterruptedSendsUndisturbedAndStaysInterrupted() {
        Combiner combiner = combiner(2, (batch, deadline) -> {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            answerAll(batch);
        });
        Thread.currentThread().interrupt();
        combiner.execute(call());
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Whatever becomes of it, its lane is free afterwards. */
    @Test
    void whoFailsAloneGivesItsLaneBack() {
        IllegalStateException away = new IllegalStateException("away");
        Combiner combiner = combiner(1, (batch, deadline) -> {
            throw away;
        });
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> combiner.execute(call())).isSameAs(away);
        }
    }

    /** It is sent by its own thread, which wakes those that have queued. */
    @Test
    void aCallThatIsAloneIsSentAtOnce() throws Exception {
        List<Thread> leaders = new CopyOnWriteArrayList<>();
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        Combiner combiner = combiner(1, (batch, deadline) -> {
            leaders.add(Thread.currentThread());
            sizes.add(batch.size());
            if (leaders.size() == 1) {
                awaitQuietly(go);
            }
            answerAll(batch);
        });
        Thread first = started(() -> execute(combiner, call()));
        Await.until(() -> leaders.size() == 1, BOUND);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(started(() -> execute(combiner, call())));
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
        List<ScriptRequest> sent = new CopyOnWriteArrayList<>();
        CountDownLatch go = new CountDownLatch(1);
        Combiner combiner = combiner(1, (batch, deadline) -> {
            sent.addAll(batch);
            awaitQuietly(go);
            answerAll(batch);
        });
        Thread first = started(() -> execute(combiner, call()));
        Await.until(() -> sent.size() == 1, BOUND);
        ScriptRequest late = call(clock.micros() + 1_000);
        combiner.execute(late);
        assertThat(late.failure()).hasMessageContaining("nothing was counted");
        assertThat(late.sent()).isFalse();
        go.countDown();
        first.join();
        combiner.execute(call());
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
        Combiner combiner = new Combiner(new Lanes(1), context(budget, clock), (batch, deadline) -> {
            int number = batches.getAndIncrement();
            senders[number] = Thread.currentThread();
            deadlines[number] = deadline;
            if (number == 0) {
                awaitQuietly(go);
            }
            answerAll(batch);
        });
        long now = clock.micros();
        Thread first = started(() -> execute(combiner, call(now + budget)));
        Await.until(() -> batches.get() == 1, BOUND);
        Thread old = started(() -> execute(combiner, call(now + budget / 2)));
        Await.until(() -> old.getState() == Thread.State.TIMED_WAITING, BOUND);
        Thread young = started(() -> execute(combiner, call(now + budget)));
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
        Combiner combiner = combiner(2, (batch, deadline) -> {
            senders.add(Thread.currentThread());
            answerAll(batch);
        });
        Crowd.of(16, i -> () -> {
            callers.add(Thread.currentThread());
            for (int j = 0; j < 500; j++) {
                if (i == 0) {
                    Thread.currentThread().interrupt();
                }
                combiner.execute(call());
                assertThat(Thread.interrupted()).isEqualTo(i == 0);
            }
            return null;
        });
        assertThat(senders).isNotEmpty().doesNotContainAnyElementsOf(callers);
    }

    /** It waits for several servers: one that hangs holds nobody at the other, and no thread of the callers reads. */
    @Test
    void postedCallsAreSentByOtherThreads() throws Exception {
        Set<Thread> senders = ConcurrentHashMap.newKeySet();
        CountDownLatch go = new CountDownLatch(1);
        Combiner hung = combiner(1, (batch, deadline) -> {
            senders.add(Thread.currentThread());
            awaitQuietly(go);
            answerAll(batch);
        });
        Combiner well = combiner(1, (batch, deadline) -> {
            senders.add(Thread.currentThread());
            answerAll(batch);
        });
        ScriptRequest there = call();
        hung.post(there);
        hung.sendPosted();
        for (int i = 0; i < 100; i++) {
            ScriptRequest here = call();
            well.post(here);
            well.sendPosted();
            well.await(here);
            assertThat(here.said()).isNotNull();
        }
        ScriptRequest behind = call();
        hung.post(behind);
        hung.sendPosted();
        go.countDown();
        hung.await(behind);
        hung.await(there);
        assertThat(there.said()).isNotNull();
        assertThat(senders).doesNotContain(Thread.currentThread());
    }

    /** Some lead themselves, some do not: whoever is in the queue is sent by somebody. */
    @Test
    void nobodyIsForgottenAmongPostedAndOthers() throws Exception {
        Combiner combiner = combiner(2, (batch, deadline) -> answerAll(batch));
        long deadline = clock.micros() + BOUND.toNanos() / 1_000;
        Crowd.of(16, i -> () -> {
            for (int j = 0; j < 2_000; j++) {
                ScriptRequest call = call(deadline);
                if ((i + j) % 2 == 0) {
                    combiner.post(call);
                    combiner.sendPosted();
                    combiner.await(call);
                } else {
                    combiner.execute(call);
                }
                assertThat(call.failure()).isNull();
            }
            return null;
        });
    }
}
