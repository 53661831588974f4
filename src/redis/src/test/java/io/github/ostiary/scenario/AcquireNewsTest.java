package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A thread that waits in acquire notices that room was made before its time, which would be long after all bounds here. */
@Tag("slow")
@Together
class AcquireNewsTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Key BOB = Key.principal("bob");

    private static final String[] RULES = {
        "limit.log.rate=1/1h",
        "limit.window.rate=1/1h",
        "limit.window.algorithm=fixed-window",
        "limit.bucket.rate=1/1h",
        "limit.bucket.algorithm=token-bucket",
        "limit.bucket.burst=1"
    };

    private record Served(Decision decision, long nanos) {}

    private static FutureTask<Served> waiting(RateLimiter limiter, long permits) {
        FutureTask<Served> task = new FutureTask<>(() -> {
            Decision decision = limiter.acquire(BOB, permits, Duration.ofHours(20));
            return new Served(decision, System.nanoTime());
        });
        Thread thread = new Thread(task);
        thread.start();
        Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING, BOUND);
        return task;
    }

    private static Served served(FutureTask<Served> task) throws Exception {
        Served served = task.get(BOUND.toSeconds(), TimeUnit.SECONDS);
        assertThat(served.decision().allowed()).isTrue();
        return served;
    }

    private static Consumer<RateLimiter> change(String what) {
        return switch (what) {
            case "reset" -> limiter -> limiter.reset(BOB);
            case "credit" -> limiter -> limiter.credit(BOB, 1);
            default -> limiter -> limiter.updateRate("1000/1h");
        };
    }

    @ParameterizedTest(name = "{1} of {2} with {0} nodes on Redis")
    @CsvSource({
        "0, reset, log",
        "0, credit, log",
        "0, rate, log",
        "0, reset, window",
        "0, rate, window",
        "0, reset, bucket",
        "0, credit, bucket",
        "0, rate, bucket",
        "1, reset, log",
        "1, credit, log",
        "1, rate, log",
        "1, reset, bucket",
        "1, credit, bucket",
        "1, rate, bucket",
        "2, reset, log",
        "2, credit, log",
        "2, reset, window",
        "2, reset, bucket",
        "2, credit, bucket"
    })
    void roomThatIsMadeIsNoticed(int onRedis, String what, String rule) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            RateLimiter here = nodes.node(0).limiter(rule);
            RateLimiter there = nodes.node(1).limiter(rule);
            there.peek(Key.of("warm"));
            assertThat(here.tryAcquire(BOB).allowed()).isTrue();
            FutureTask<Served> task = waiting(here, 1);
            change(what).accept(there);
            served(task);
        }
    }

    /** Ten calls that wait for one key ask Redis as often as one does. */
    @ParameterizedTest
    @CsvSource({"log", "bucket"})
    void oneOfThoseWhoWaitAsksForAll(String rule) throws Exception {
        try (RedisServer redis = RedisServer.start();
                Nodes nodes = Nodes.redis(1, redis.uri(), RULES)) {
            RateLimiter limiter = nodes.node(0).limiter(rule);
            limiter.tryAcquire(BOB);
            List<FutureTask<Served>> tasks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                tasks.add(waiting(limiter, 1));
            }
            long calls = redis.decidingCalls();
            long begun = System.nanoTime();
            Await.until(() -> redis.decidingCalls() - calls >= 4, BOUND);
            long seconds = 1 + (System.nanoTime() - begun) / 1_000_000_000;
            assertThat(redis.decidingCalls() - calls).isLessThanOrEqualTo(3 * seconds);
            limiter.reset(BOB);
            served(tasks.get(0));
        }
    }

    /** Slots that were taken come forward in their order, no nearer to each other than the raised rate says. */
    @Test
    void aRaisedRateBringsSlotsForwardInOrder() throws Exception {
        try (Nodes nodes = Nodes.local(RULES)) {
            RateLimiter limiter = nodes.node(0).limiter("bucket");
            long begun = System.nanoTime();
            limiter.tryAcquire(BOB);
            List<FutureTask<Served>> tasks = List.of(waiting(limiter, 1), waiting(limiter, 1), waiting(limiter, 1));
            limiter.updateRate("50/15s");
            for (int i = 0; i < tasks.size(); i++) {
                assertThat(Duration.ofNanos(served(tasks.get(i)).nanos() - begun))
                        .isGreaterThanOrEqualTo(Duration.ofMillis(300 * (i + 1)));
            }
        }
    }

    /** A promise is kept: whoever was told a time is let in then. */
    @Test
    void aLoweredRateLeavesSlotsThatWereTaken() throws Exception {
        try (Nodes nodes = Nodes.local("limit.b.rate=2/2s", "limit.b.algorithm=token-bucket", "limit.b.burst=1")) {
            RateLimiter limiter = nodes.node(0).limiter("b");
            limiter.tryAcquire(BOB);
            FutureTask<Served> task = waiting(limiter, 1);
            limiter.updateRate("1/10m");
            served(task);
        }
    }
}
