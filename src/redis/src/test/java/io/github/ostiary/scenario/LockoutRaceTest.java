package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts at one instant: never one password more than the threshold, never a denial that need not be. */
@Tag("slow")
class LockoutRaceTest {

    private static final Key BOB = Key.principal("bob");
    private static final String STEPS = "lockout.login.steps=3/1m lock 15m";

    private final AtomicInteger evaluated = new AtomicInteger();
    private final AtomicInteger working = new AtomicInteger();

    /** What an attempt is told, after a password was looked at for a while if that was allowed. */
    private Callable<Decision> login(Guard guard, boolean correct, long hashMicros) {
        return () -> {
            try (Attempt attempt = guard.lockouts("login").begin(BOB)) {
                if (attempt.allowed()) {
                    evaluated.incrementAndGet();
                    working.incrementAndGet();
                    LockSupport.parkNanos(1_000 * hashMicros);
                    working.decrementAndGet();
                    if (correct) {
                        attempt.succeeded();
                    } else {
                        attempt.failed();
                    }
                }
                return attempt.decision();
            }
        };
    }

    private static LockState state(Nodes nodes) {
        return nodes.node(0).lockouts("login").state(BOB);
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void fiftyWrongPasswordsAndThreeAreLookedAt(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, STEPS, "maxWaiting=400")) {
            List<Decision> told = Crowd.of(50, i -> login(nodes.node(i), false, 2_000));
            assertThat(evaluated).hasValue(3);
            assertThat(told.stream().filter(decision -> !decision.allowed()))
                    .hasSize(47)
                    .allMatch(decision -> decision.reason() == Reason.LOCKED)
                    .allMatch(decision -> !decision.degraded())
                    .allMatch(decision -> decision.retryAfter().orElseThrow().toSeconds() >= 880);
            assertThat(state(nodes).phase()).isEqualTo(Phase.LOCKED);
            assertThat(state(nodes).inFlight()).isZero();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void twentyCorrectPasswordsAndNoneIsDenied(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, STEPS)) {
            List<Decision> told = Crowd.of(20, i -> login(nodes.node(i), true, 20_000));
            assertThat(told).allMatch(Decision::allowed).noneMatch(Decision::degraded);
            assertThat(state(nodes)).isEqualTo(new LockState(Phase.OPEN, Optional.empty(), 0, 0, 0, ""));
        }
    }

    /** Nobody is denied while the threshold is not reached: whoever is denied meets the lock. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void rightOnesAreDeniedByTheLockOnly(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, STEPS, "lockout.login.consecutive=false", "maxWaiting=400")) {
            List<Decision> told = Crowd.of(100, i -> login(nodes.node(i), i % 2 == 0, 1_000));
            long right = 0;
            long wrong = 0;
            for (int i = 0; i < told.size(); i++) {
                if (told.get(i).allowed()) {
                    right += 1 - i % 2;
                    wrong += i % 2;
                } else {
                    assertThat(told.get(i).reason()).isEqualTo(Reason.LOCKED);
                }
            }
            assertThat(wrong).isEqualTo(3);
            assertThat(right).isEqualTo(evaluated.get() - 3L);
            assertThat(state(nodes).inFlight()).isZero();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void noMoreAreAtWorkThanCouldFail(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, STEPS)) {
            AtomicInteger most = new AtomicInteger();
            Crowd.of(30, i -> () -> {
                try (Attempt attempt = nodes.node(i).lockouts("login").begin(BOB)) {
                    assertThat(attempt.allowed()).isTrue();
                    most.accumulateAndGet(working.incrementAndGet(), Math::max);
                    assertThat(nodes.node(i).lockouts("login").state(BOB).inFlight())
                            .isLessThanOrEqualTo(3);
                    working.decrementAndGet();
                    attempt.succeeded();
                }
                return true;
            });
            assertThat(most.get()).isLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void whoeverWaitsHoldsNothingAndNotLongerThanTheWait(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, STEPS, "lockout.login.wait=300ms")) {
            List<Attempt> held = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                held.add(nodes.node(0).lockouts("login").begin(BOB));
            }
            long start = System.nanoTime();
            List<Decision> told = Crowd.of(10, i -> login(nodes.node(i), true, 0));
            long took = System.nanoTime() - start;
            assertThat(told)
                    .allMatch(decision -> decision.reason() == Reason.BUSY)
                    .allMatch(decision -> decision.retryAfter().orElseThrow().equals(Duration.ofSeconds(1)));
            assertThat(Duration.ofNanos(took)).isBetween(Duration.ofMillis(300), Duration.ofSeconds(20));
            assertThat(state(nodes).inFlight()).isEqualTo(3);
            held.forEach(Attempt::abandon);
            assertThat(state(nodes).inFlight()).isZero();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void aKnownLockBeatsWaiting(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, STEPS, "lockout.login.wait=60s")) {
            Lockouts lockouts = nodes.node(0).lockouts("login");
            List<Attempt> held = List.of(lockouts.begin(BOB), lockouts.begin(BOB), lockouts.begin(BOB));
            Thread failing = new Thread(() -> {
                LockSupport.parkNanos(50_000_000);
                held.forEach(Attempt::failed);
            });
            failing.start();
            long start = System.nanoTime();
            assertThat(login(nodes.node(1), true, 0).call().reason()).isEqualTo(Reason.LOCKED);
            assertThat(System.nanoTime() - start).isLessThan(30_000_000_000L);
            failing.join();
        }
    }

    /** What a flood on a key that is busy costs Redis. */
    @Test
    void aFloodOnABusyKeyCostsFewCalls() throws Exception {
        try (RedisServer server = RedisServer.start();
                Nodes nodes = Nodes.redis(1, server.uri(), STEPS, "lockout.login.wait=1s")) {
            Lockouts lockouts = nodes.node(0).lockouts("login");
            List<Attempt> held = List.of(lockouts.begin(BOB), lockouts.begin(BOB), lockouts.begin(BOB));
            long before = server.decidingCalls();
            List<Decision> told = Crowd.of(100, i -> login(nodes.node(0), false, 0));
            long calls = server.decidingCalls() - before;
            assertThat(told).allMatch(decision -> decision.reason() == Reason.BUSY);
            assertThat(calls)
                    .as("one per arrival, one for all per 200 ms, one per leaving")
                    .isLessThan(210);
            held.forEach(Attempt::abandon);
            Await.until(() -> state(nodes).inFlight() == 0, Duration.ofSeconds(20));
        }
    }
}
