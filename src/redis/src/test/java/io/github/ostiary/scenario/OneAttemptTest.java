package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call is one attempt, however often it is asked again on its behalf. */
@Tag("slow")
@Together
class OneAttemptTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");
    private static final String[] WAITING = {
        "concurrency.job.permits=1",
        "concurrency.job.path=/*",
        "concurrency.job.wait=15s",
        "limit.job.path=/*",
        "limit.job.rate=20/1h",
        "limit.job.countDenied=true",
    };
    private static final String[] CHALLENGED = {
        "limit.job.path=/*",
        "limit.job.rate=20/1h",
        "limit.job.countDenied=true",
        "lockout.job.path=/*",
        "lockout.job.key=principal",
        "lockout.job.failure=status:401",
        "lockout.job.success=principal",
        "lockout.job.steps=1/1h challenge",
        "lockout.job.challenge.verifier=" + Answers.class.getName(),
    };

    private static CallContext call() {
        return new TestCall("POST", "/").as("bob");
    }

    private static long left(Guard guard) {
        return guard.limiter("job").peek(BOB).remaining().orElseThrow();
    }

    private static void pass(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Await.until(() -> System.nanoTime() > end, BOUND);
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whoWaitsIsCountedOnceWhenLetIn(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, WAITING)) {
            PendingAdmission inside = Entering.of(nodes.node(0)).enter(call(), Position.FIRST);
            PendingAdmission waiting = Entering.of(nodes.node(0)).enter(call(), Position.FIRST);
            assertThat(waiting.isWaiting()).isTrue();
            pass(1_500);
            assertThat(left(nodes.node(0))).as("while it waits").isEqualTo(19);
            inside.end();
            Await.until(() -> !waiting.isWaiting(), BOUND);
            assertThat(waiting.decision().allowed()).isTrue();
            assertThat(left(nodes.node(0))).isEqualTo(18);
            waiting.end();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whoWaitsInVainIsCountedOnce(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, WAITING)) {
            PendingAdmission inside = Entering.of(nodes.node(0)).enter(call(), Position.FIRST);
            PendingAdmission waiting = Entering.of(nodes.node(0)).enter(call(), Position.FIRST);
            pass(500);
            waiting.giveUp();
            waiting.end();
            assertThat(left(nodes.node(0))).isEqualTo(18);
            inside.end();
            assertThat(left(nodes.node(0))).isEqualTo(18);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whoIsDeniedAtOnceIsCountedOnce(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, WAITING)) {
            Guard guard = nodes.node(0);
            for (int i = 0; i < 25; i++) {
                Entering.of(guard).enter(call(), Position.FIRST).end();
                assertThat(left(guard)).isEqualTo(Math.max(0, 19 - i));
            }
            assertThat(guard.limiter("job").peek(BOB).resetAfter()).isGreaterThan(Duration.ofMinutes(59));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anAttemptWithAnAnswerIsCountedOnce(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, CHALLENGED)) {
            Guard guard = nodes.node(0);
            for (int i = 0; i < 2; i++) {
                guard.lockouts("job").begin(BOB).failed();
                PendingAdmission answered = Entering.of(guard)
                        .enter(new TestCall("POST", "/").as("bob").param("answer", "right"), Position.FIRST);
                assertThat(answered.decision().allowed()).isTrue();
                answered.end();
                assertThat(left(guard)).isEqualTo(19 - i);
            }
            guard.lockouts("job").begin(BOB).failed();
            for (int i = 0; i < 2; i++) {
                Entering.of(guard)
                        .enter(new TestCall("POST", "/").as("bob").param("answer", "wrong"), Position.FIRST)
                        .end();
                assertThat(left(guard)).as("wrong").isEqualTo(17 - i);
            }
            Entering.of(guard).enter(call(), Position.FIRST).end();
            assertThat(left(guard)).as("no answer").isEqualTo(15);
        }
    }

    /** Counting what was denied while it waited would take a second permit from it. */
    @Test
    void whoWaitsForAPermitIsCountedWhenItIsLetIn() throws Exception {
        try (Nodes nodes = Nodes.of(0, "limit.job.rate=3/4s", "limit.job.countDenied=true")) {
            RateLimiter job = nodes.node(0).limiter("job");
            assertThat(job.tryAcquire(BOB, 3).allowed()).isTrue();
            pass(2_000);
            assertThat(job.acquire(BOB, 1, Duration.ofSeconds(10)).allowed()).isTrue();
            assertThat(left(nodes.node(0))).isEqualTo(2);
            assertThat(job.tryAcquire(BOB, 2).allowed()).isTrue();
            assertThat(job.acquire(BOB, 3, Duration.ofMillis(1)).allowed()).isFalse();
            assertThat(job.peek(BOB).resetAfter()).isGreaterThan(Duration.ofMillis(3_900));
        }
    }

    /** Rules of one name and different kinds have lines of their own. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void whoWaitsForOneKindKeepsNobodyFromAnother(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                "concurrency.work.permits=1",
                "concurrency.work.lease=1m",
                "lockout.work.key=principal",
                "lockout.work.failure=api",
                "lockout.work.wait=15s",
                "lockout.work.steps=1/1h lock 1h")) {
            Guard guard = nodes.node(0);
            Lease inside = guard.semaphores("work").tryEnter(BOB);
            CompletableFuture<Lease> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return guard.semaphores("work").enter(BOB, Duration.ofSeconds(15));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            pass(300);
            Attempt first = guard.lockouts("work").begin(BOB);
            CompletableFuture<Attempt> second =
                    CompletableFuture.supplyAsync(() -> guard.lockouts("work").begin(BOB));
            pass(300);
            first.succeeded();
            long since = System.nanoTime();
            assertThat(second.join().allowed()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(BOUND);
            second.join().abandon();
            inside.close();
            waiting.join().close();
        }
    }

    /** Knows the answer. */
    public static class Answers implements ChallengeVerifier {

        @Override
        public boolean isAnswered(CallContext call) {
            return !call.parameters("answer").isEmpty();
        }

        @Override
        public boolean verify(CallContext call) {
            return call.parameters("answer").contains("right");
        }
    }
}
