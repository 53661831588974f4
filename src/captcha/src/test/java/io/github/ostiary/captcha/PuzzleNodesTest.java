package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.Offered;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Puzzles between callers and passwords, on one node and on two that share a Redis. */
class PuzzleNodesTest {

    private static final String[] RULES = {
        "signin.main.path=/login",
        "signin.main.name=param:user",
        "signin.main.limit=off",
        "signin.main.address=off",
        "signin.main.captcha=puzzle",
        "signin.main.puzzle.effort=10ms",
        "signin.main.password.steps=1/1h challenge",
        "signin.main.account.steps=1/1h challenge"
    };

    private static TestCall login(String user) {
        return new TestCall("POST", "/login").param("user", user);
    }

    private static Decision signIn(Guard guard, CallContext call, int status) {
        PendingAdmission arrived = Entering.of(guard).enter(call, Position.FIRST);
        arrived.awaitDecision();
        if (!arrived.decision().allowed()) {
            return arrived.decision();
        }
        Admission admission = (Admission) arrived;
        if (admission.decision().allowed()) {
            admission.end(new CallOutcome(
                    OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
        }
        return admission.decision();
    }

    private static String puzzle(Guard guard, String user) {
        Decision denied = signIn(guard, login(user), 401);
        assertThat(denied.reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        return Offered.json(guard, denied, login(user));
    }

    /** Two rules ask at once: one answer is right for both, once. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void oneAnswerOpensOneAttempt(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            assertThat(signIn(nodes.node(0), login("bob"), 401).allowed()).isTrue();
            String payload = Solver.payload(puzzle(nodes.node(0), "bob"));
            assertThat(signIn(nodes.node(1), login("bob").header("Ostiary-Captcha", payload), 401)
                            .allowed())
                    .isTrue();
            for (int i = 0; i < 5; i++) {
                Decision again = signIn(nodes.node(i), login("bob").header("Ostiary-Captcha", payload), 401);
                assertThat(again.reason())
                        .as("used, and not counted as wrong, which would lock after three")
                        .isEqualTo(Reason.CHALLENGE_REQUIRED);
            }
            String next = Solver.payload(puzzle(nodes.node(1), "bob"));
            assertThat(signIn(nodes.node(0), login("bob").param("altcha", next), 401)
                            .allowed())
                    .isTrue();
        }
    }

    /** A farm solves one, and as many accounts as there are bots try it at the same time. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 2})
    void ofManyAtTheSameTimeOneIsLookedAt(int onRedis) throws Exception {
        int threads = 8;
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            for (int i = 0; i < threads; i++) {
                assertThat(signIn(nodes.node(0), login("user" + i), 401).allowed())
                        .isTrue();
            }
            String payload = Solver.payload(puzzle(nodes.node(0), "user0"));
            CyclicBarrier together = new CyclicBarrier(threads);
            List<Callable<Boolean>> attempts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                TestCall call = login("user" + i).header("Ostiary-Captcha", payload);
                Guard guard = nodes.node(i);
                attempts.add(() -> {
                    together.await();
                    return signIn(guard, call, 401).allowed();
                });
            }
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            try {
                int passed = 0;
                for (Future<Boolean> attempt : pool.invokeAll(attempts)) {
                    passed += attempt.get() ? 1 : 0;
                }
                assertThat(passed).isEqualTo(1);
            } finally {
                pool.shutdown();
            }
        }
    }

    /** What is no answer reaches no store but for the denial itself. */
    @Test
    void forgeriesAskNoStore() {
        RedisServer redis = RedisServer.shared();
        try (Nodes nodes = Nodes.redis(1, redis.uri(), RULES)) {
            assertThat(signIn(nodes.node(0), login("bob"), 401).allowed()).isTrue();
            String payload = Solver.payload(puzzle(nodes.node(0), "bob"));
            long before = redis.decidingCalls();
            for (int i = 0; i < 20; i++) {
                signIn(nodes.node(0), login("bob").header("Ostiary-Captcha", "x" + payload), 401);
            }
            long forged = redis.decidingCalls() - before;
            before = redis.decidingCalls();
            assertThat(signIn(nodes.node(0), login("bob").header("Ostiary-Captcha", payload), 401)
                            .allowed())
                    .isTrue();
            System.out.println("calls to Redis: " + forged + " of 20 forged answers, "
                    + (redis.decidingCalls() - before) + " of one that is right");
            assertThat(forged).isLessThanOrEqualTo(20);
        }
    }

    /** Without Redis the node that stands in knows what it took itself. */
    @Test
    void whileRedisIsAwayTheStandInDecides() {
        RedisServer redis = RedisServer.start();
        try (redis;
                Nodes nodes = Nodes.redis(1, redis.uri(), RULES)) {
            redis.kill();
            assertThat(signIn(nodes.node(0), login("bob"), 401).allowed()).isTrue();
            String payload = Solver.payload(puzzle(nodes.node(0), "bob"));
            assertThat(signIn(nodes.node(0), login("bob").header("Ostiary-Captcha", payload), 401)
                            .allowed())
                    .isTrue();
            assertThat(signIn(nodes.node(0), login("bob").header("Ostiary-Captcha", payload), 401)
                            .reason())
                    .isEqualTo(Reason.CHALLENGE_REQUIRED);
        }
    }
}
