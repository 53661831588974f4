package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that waits for another thread's question to Redis, and is interrupted, waits on and hears the answer. */
@Tag("slow")
class InterruptedProbeTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");

    private static final int ASKING = 4;

    private record Outcome(Decision decision, boolean interrupted) {}

    @ParameterizedTest
    @ValueSource(strings = {"allow", "deny", "local"})
    void anInterruptedWaiterHearsTheAnswer(String policy) throws Exception {
        try (RedisServer redis = RedisServer.start();
                Guard guard = Nodes.builder("limit.api.rate=1/1h", "limit.api.onStoreFailure=" + policy)
                        .redis(redis.uri())
                        .property("redis.timeout", "10s")
                        .build()) {
            assertThat(guard.limiter("api").tryAcquire(BOB).allowed()).isTrue();
            assertThat(guard.limiter("api").tryAcquire(BOB).allowed()).isFalse();
            long old = System.nanoTime() + Duration.ofMillis(1_100).toNanos();
            Await.until(() -> System.nanoTime() > old, BOUND);
            redis.pause();
            List<FutureTask<Outcome>> tasks = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < ASKING; i++) {
                tasks.add(new FutureTask<>(() -> {
                    Decision decision = guard.limiter("api").tryAcquire(BOB);
                    return new Outcome(decision, Thread.interrupted());
                }));
                threads.add(new Thread(tasks.get(i)));
            }
            threads.forEach(Thread::start);
            Await.until(() -> waiting(threads).size() >= ASKING - 1, BOUND);
            List<Thread> interrupted = waiting(threads);
            interrupted.forEach(Thread::interrupt);
            redis.resume();
            for (int i = 0; i < ASKING; i++) {
                Outcome told = tasks.get(i).get(BOUND.toSeconds(), TimeUnit.SECONDS);
                assertThat(told.decision().degraded()).isFalse();
                assertThat(told.decision().reason()).isEqualTo(Reason.RATE_LIMITED);
                assertThat(told.interrupted()).isEqualTo(interrupted.contains(threads.get(i)));
            }
        }
    }

    /** All but the one that asks for all. */
    private static List<Thread> waiting(List<Thread> threads) {
        return threads.stream()
                .filter(thread -> thread.getState() == Thread.State.TIMED_WAITING)
                .toList();
    }
}
