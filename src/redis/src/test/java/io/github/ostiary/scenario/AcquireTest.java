package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting for permits from Java, by real clocks. */
@Tag("slow")
@Together
class AcquireTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");

    /** For the third slot, after 6 s, and not for the fourth, should who asks be late by nearly 3 s. */
    private static final Duration PATIENCE = Duration.ofMillis(6_100);

    private static final String[] BUCKET = {
        "limit.r.rate=1/3s",
        "limit.r.algorithm=token-bucket",
        "limit.r.burst=1",
        "limit.slow.rate=1/20s",
        "limit.slow.algorithm=token-bucket"
    };

    private static Thread waiting(Guard guard, String rule) {
        Thread thread = new Thread(() -> {
            try {
                guard.limiter(rule).acquire(BOB, 1, Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING, BOUND);
        return thread;
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void slotsAreHandedOutInOrderAndThenDeniedAtOnce(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, BUCKET)) {
            nodes.node(0).limiter("r").peek(Key.of("warm"));
            nodes.node(1).limiter("r").peek(Key.of("warm"));
            long start = System.nanoTime();
            List<Long> took = new ArrayList<>(Crowd.of(6, i -> () -> {
                Decision decision = nodes.node(i).limiter("r").acquire(BOB, 1, PATIENCE);
                long millis = (System.nanoTime() - start) / 1_000_000;
                return decision.allowed() ? millis : -1 - millis;
            }));
            List<Long> allowed =
                    took.stream().filter(millis -> millis >= 0).sorted().toList();
            assertThat(allowed).hasSize(3);
            for (int i = 0; i < allowed.size(); i++) {
                assertThat(allowed.get(i))
                        .as("by a clock that may go faster than Redis's by half a per cent")
                        .isGreaterThanOrEqualTo(2_985 * i);
            }
            assertThat(took.stream().filter(millis -> millis < 0))
                    .as("before the last slot comes")
                    .allMatch(millis -> -1 - millis < allowed.get(2));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anInterruptGivesTheSlotBack(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, BUCKET)) {
            Guard guard = nodes.node(0);
            assertThat(guard.limiter("slow").acquire(BOB, 1, Duration.ZERO).allowed())
                    .isTrue();
            for (int i = 0; i < 5; i++) {
                Thread thread = waiting(guard, "slow");
                thread.interrupt();
                thread.join(BOUND.toMillis());
                assertThat(thread.isAlive()).isFalse();
            }
            Duration next = guard.limiter("slow").tryAcquire(BOB).retryAfter().orElseThrow();
            assertThat(next).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> guard.limiter("slow").acquire(BOB, 1, Duration.ofMinutes(1)))
                    .isInstanceOf(InterruptedException.class);
            assertThat(guard.limiter("slow").tryAcquire(BOB).retryAfter().orElseThrow())
                    .isLessThanOrEqualTo(Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aLogIsWaitedForUntilItsWindowHasPassed(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, "limit.r.rate=2/1s")) {
            RateLimiter limiter = nodes.node(0).limiter("r");
            long start = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                assertThat(limiter.acquire(BOB, 1, Duration.ofSeconds(5)).allowed())
                        .isTrue();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofSeconds(2), BOUND);
            long denied = System.nanoTime();
            limiter.acquire(BOB, 1, Duration.ofMillis(900));
            assertThat(limiter.acquire(BOB, 2, Duration.ofMillis(10)).allowed()).isFalse();
            assertThat(limiter.acquire(BOB, 3, Duration.ofMinutes(1)).permanent())
                    .isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - denied)).isLessThan(BOUND);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void noMoreWaitThanThereIsRoomAndClosingSendsThemHome(int onRedis) throws Exception {
        List<String> lines = new ArrayList<>(List.of(BUCKET));
        lines.add("maxWaiting=2");
        try (Nodes nodes = Nodes.of(onRedis, lines.toArray(String[]::new))) {
            Guard guard = nodes.node(0);
            guard.limiter("slow").tryAcquire(BOB);
            List<FutureTask<Decision>> waiting = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                FutureTask<Decision> task =
                        new FutureTask<>(() -> guard.limiter("slow").acquire(BOB, 1, Duration.ofMinutes(1)));
                Thread thread = new Thread(task);
                thread.start();
                Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING, BOUND);
                waiting.add(task);
            }
            Decision full = guard.limiter("slow").acquire(BOB, 1, Duration.ofMinutes(2));
            assertThat(full.reason()).isEqualTo(Reason.BUSY);
            nodes.close();
            for (FutureTask<Decision> task : waiting) {
                assertThat(task.get(BOUND.toSeconds(), TimeUnit.SECONDS).reason())
                        .isEqualTo(Reason.BUSY);
            }
        }
    }

    /** As of any denial. */
    @Test
    void listenersHearOfWhoFindsNoRoomToWait() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        GuardBuilder builder = Nodes.builder("limit.slow.rate=2/1h", "maxWaiting=1")
                .listener(event -> heard.add(event.kind() + " " + event.rule()));
        try (Guard guard = builder.build()) {
            guard.limiter("slow").tryAcquire(BOB, 2);
            Thread thread = new Thread(() -> {
                try {
                    guard.limiter("slow").acquire(BOB, 1, Duration.ofHours(2));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING, BOUND);
            assertThat(guard.limiter("slow")
                            .acquire(BOB, 1, Duration.ofHours(2))
                            .reason())
                    .isEqualTo(Reason.BUSY);
            Await.until(() -> !heard.isEmpty(), BOUND);
            assertThat(heard).containsExactly("LIMITED slow");
            thread.interrupt();
        }
    }

    @Test
    void figuresChangeAndStateStays() {
        ManualTimeSource time = new ManualTimeSource();
        try (Nodes nodes = Nodes.local(
                time,
                "limit.w.rate=10/1m",
                "limit.w.algorithm=sliding-window",
                "limit.w.precision=10s",
                "limit.b.rate=10/1m",
                "limit.b.algorithm=token-bucket",
                "limit.b.burst=10",
                "limit.l.rate=10/1m")) {
            RateLimiter window = nodes.node(0).limiter("w");
            RateLimiter bucket = nodes.node(0).limiter("b");
            RateLimiter log = nodes.node(0).limiter("l");
            List.of(window, bucket, log).forEach(limiter -> limiter.tryAcquire(BOB, 6));
            window.update(Map.of("rate", "12/1m", "precision", "5s"));
            bucket.update(Map.of("rate", "10/1m", "burst", "20"));
            log.update(Map.of("minInterval", "10s"));
            assertThat(window.peek(BOB).remaining()).hasValue(6);
            assertThat(bucket.peek(BOB).remaining())
                    .as("what was used stays used")
                    .hasValue(14);
            assertThat(log.tryAcquire(BOB).retryAfter().orElseThrow()).isEqualTo(Duration.ofSeconds(10));
            time.advance(Duration.ofSeconds(10));
            assertThat(log.tryAcquire(BOB).remaining()).hasValue(3);
        }
    }

    @Test
    void nonsenseIsDeniedWithTheRemedyAndChangesNothing() {
        try (Nodes nodes = Nodes.local("limit.l.rate=10/1m")) {
            RateLimiter log = nodes.node(0).limiter("l");
            for (Map<String, String> wrong : List.of(
                    Map.of("rate", "0/1m"),
                    Map.of("rate", ""),
                    Map.of("precision", "10s"),
                    Map.of("burst", "3"),
                    Map.of("minInterval", "-1s"),
                    Map.of("minInterval", "2x"),
                    Map.of("algorithm", "token-bucket"),
                    Map.of("nonsense", "1"))) {
                assertThatThrownBy(() -> log.update(wrong))
                        .as(wrong.toString())
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(wrong.keySet().iterator().next());
            }
            assertThat(log.tryAcquire(BOB, 10).limit()).hasValue(10);
        }
    }
}
