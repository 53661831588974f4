package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits from Java: how many at a time, and what becomes of those nobody returns. */
@Tag("slow")
@Together
class SemaphoresTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");
    private static final String ONE = "concurrency.job.permits=1";

    private static Semaphores job(Guard guard) {
        return guard.semaphores("job");
    }

    private static <T> FutureTask<T> started(Callable<T> task) {
        FutureTask<T> running = new FutureTask<>(task);
        Thread thread = new Thread(running);
        thread.start();
        Await.until(() -> waits(thread) || thread.getState() == Thread.State.TERMINATED, BOUND);
        return running;
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void onePermitIsATimedLock(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.lease=5s")) {
            Lease first = job(nodes.node(0)).tryEnter(BOB);
            assertThat(first.granted()).isTrue();
            Lease second = job(nodes.node(1)).tryEnter(BOB);
            assertThat(second.granted()).isFalse();
            assertThat(second.decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
            assertThat(second.decision().retryAfter().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(5));
            assertThat(second.renew()).isFalse();
            second.close();
            assertThat(first.renew()).isTrue();
            first.close();
            first.close();
            assertThat(first.renew()).isFalse();
            Lease third = job(nodes.node(1)).tryEnter(BOB);
            assertThat(third.granted()).isTrue();
            first.close();
            assertThat(job(nodes.node(0)).tryEnter(BOB).granted())
                    .as("a late close frees nobody else's")
                    .isFalse();
            assertThat(third.renew()).isTrue();
            third.close();
        }
    }

    /** For longer than a lease, of which all but two seconds may be lost to a slow machine: it is asked for until then. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void anOpenLeaseRenewsItself(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.lease=3s");
                Lease first = job(nodes.node(0)).tryEnter(BOB)) {
            assertThat(first.granted()).isTrue();
            long begun = System.nanoTime();
            Await.until(
                    () -> {
                        assertThat(job(nodes.node(1)).tryEnter(BOB).granted()).isFalse();
                        return System.nanoTime() - begun > 3_500_000_000L;
                    },
                    BOUND);
            first.close();
            try (Lease next = job(nodes.node(1)).tryEnter(BOB)) {
                assertThat(next.granted()).isTrue();
            }
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void aLeaseThatNobodyHasAnyMoreEnds(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.lease=1s")) {
            assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isTrue();
            Await.until(
                    () -> {
                        System.gc();
                        return job(nodes.node(1)).tryEnter(BOB).granted();
                    },
                    BOUND);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void whoeverWaitsIsWoken(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.lease=10m")) {
            Lease first = job(nodes.node(0)).tryEnter(BOB);
            FutureTask<Lease> waiting = started(() -> job(nodes.node(1)).enter(BOB, Duration.ofMinutes(10)));
            first.close();
            try (Lease lease = waiting.get(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(lease.granted()).isTrue();
            }
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void nobodyWaitsLongerThanItSays(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.wait=60s");
                Lease first = job(nodes.node(0)).tryEnter(BOB)) {
            long start = System.nanoTime();
            Lease denied = job(nodes.node(0)).enter(BOB, Duration.ofMillis(200));
            assertThat(denied.decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(200), BOUND);
            assertThat(job(nodes.node(0)).enter(BOB, Duration.ZERO).granted()).isFalse();
            assertThat(first.granted()).isTrue();
            assertThatThrownBy(() -> job(nodes.node(0)).enter(BOB, Duration.ofDays(2)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> job(nodes.node(0)).enter(BOB, Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anInterruptLeavesNoPermit(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, ONE)) {
            for (int i = 0; i < 200; i++) {
                Lease first = theOnlyPermit(nodes.node(0));
                Thread waiting = new Thread(() -> {
                    try (Lease lease = job(nodes.node(0)).enter(BOB, Duration.ofSeconds(20))) {
                        assertThat(lease.granted()).isTrue();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                waiting.start();
                Await.until(() -> waits(waiting), BOUND);
                if (i % 2 == 0) {
                    first.close();
                    waiting.interrupt();
                } else {
                    waiting.interrupt();
                    first.close();
                }
                waiting.join(BOUND.toMillis());
                assertThat(waiting.isAlive()).isFalse();
                theOnlyPermit(nodes.node(0)).close();
            }
        }
    }

    /** Polled for: what was asked for somebody who gave up meanwhile is granted for as long as a call takes. */
    private static Lease theOnlyPermit(Guard guard) {
        AtomicReference<Lease> lease = new AtomicReference<>();
        Await.until(
                () -> {
                    lease.set(job(guard).tryEnter(BOB));
                    return lease.get().granted();
                },
                BOUND);
        return lease.get();
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void noMoreWaitThanThereIsRoom(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "maxWaiting=2");
                Lease first = job(nodes.node(0)).tryEnter(BOB)) {
            List<FutureTask<Lease>> waiting = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                waiting.add(started(() -> job(nodes.node(0)).enter(BOB, Duration.ofSeconds(60))));
            }
            long start = System.nanoTime();
            assertThat(job(nodes.node(0)).enter(BOB, Duration.ofSeconds(60)).granted())
                    .isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
            assertThat(first.granted()).isTrue();
            nodes.close();
            for (FutureTask<Lease> each : waiting) {
                assertThat(each.get(BOUND.toSeconds(), TimeUnit.SECONDS).granted())
                        .isFalse();
            }
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void neverMoreAtWorkThanPermitsWhoeverForgetsToClose(int onRedis) throws Exception {
        try (Nodes nodes =
                Nodes.of(onRedis, "concurrency.job.permits=4", "concurrency.job.lease=1s", "maxWaiting=400")) {
            AtomicInteger working = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            FutureTask<Void> forgotten = started(() -> {
                while (working.get() >= 0) {
                    System.gc();
                    LockSupport.parkNanos(200_000_000);
                }
                return null;
            });
            List<Boolean> granted = Crowd.of(100, i -> () -> {
                Lease lease = job(nodes.node(i)).enter(BOB, Duration.ofSeconds(50));
                if (lease.granted() && i % 20 != 0) {
                    most.accumulateAndGet(working.incrementAndGet(), Math::max);
                    working.decrementAndGet();
                    lease.close();
                }
                return lease.granted();
            });
            working.set(Integer.MIN_VALUE);
            assertThat(forgotten).succeedsWithin(BOUND);
            assertThat(granted).doesNotContain(false);
            assertThat(most.get()).isLessThanOrEqualTo(4);
        }
    }
}
