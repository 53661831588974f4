package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever waits for permits that come back all at once gets them in the order of arrival. */
@Tag("slow")
class SlotQueuesTest {

    private static final Key BOB = Key.of("bob");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit.a.algorithm=fixed-window",
                "limit.a.algorithm=sliding-log",
                "limit.a.algorithm=token-bucket limit.a.refill=interval"
            })
    void inTheOrderOfArrival(String rules) throws Exception {
        String[] lines = ("limit.a.rate=1/150ms " + rules).split(" ");
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        ExecutorService pool = Executors.newCachedThreadPool();
        try (Nodes nodes = Nodes.local(lines)) {
            RateLimiter limiter = nodes.node(0).limiter("a");
            assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int number = i;
                Thread[] own = new Thread[1];
                all.add(pool.submit(() -> {
                    own[0] = Thread.currentThread();
                    if (limiter.acquire(BOB, 1, Duration.ofSeconds(20)).allowed()) {
                        served.add(number);
                    }
                    return null;
                }));
                Await.until(
                        () -> own[0] != null && own[0].getState() == Thread.State.TIMED_WAITING,
                        Duration.ofSeconds(10));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }
}
