package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.tier.Breaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Redis is well, and 4 ms away: it decides, however many threads ask at once, and whatever else is asked. How many decisions it makes within 50 ms
 * is the machine's doing, and a row of {@code benchmarks/far.sh}; here nobody's time is ever over, or it is over from the start.
 */
@Tag("slow")
class SlowNetworkTest {

    private static final Duration ROUND_TRIP = Duration.ofMillis(4);

    /** No machine is so slow. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int LATE = 100;
    private static final Limit LIMIT = Limits.of(Algorithm.SLIDING_LOG, "1000/1h");

    private final AtomicInteger byStandIn = new AtomicInteger();

    private void count(boolean degraded) {
        if (degraded) {
            byStandIn.incrementAndGet();
        }
    }

    /** Two identities each, seldom of one server. */
    @Test
    void aHundredThreadsAreDecidedByACluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.startFarAway(ROUND_TRIP);
                Guard guard = ClusterCase.on(cluster, "far", PATIENCE.toSeconds() + "s", "1000000/1h", "1000000/1h")
                        .build()) {
            Crowd.of(100, thread -> () -> {
                for (int i = 0; i < 60; i++) {
                    var request = new ClusterCase.Request("u" + thread + "-" + i, "", "10." + thread + ".0." + i);
                    count(ClusterCase.decide(guard, request).degraded());
                }
                return null;
            });
            assertThat(byStandIn).hasValue(0);
        }
    }

    @Test
    void whoLooksAtLocksKeepsNoDecisionWaiting() throws Exception {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, ROUND_TRIP);
                Guard guard = GuardBuilder.create()
                        .redis(far.uri())
                        .property("redis.timeout", PATIENCE.toSeconds() + "s")
                        .limit("page", "1000000/1h")
                        .property("lockout.login.steps", "3/1h lock 15m")
                        .property("lockout.login.key", "principal")
                        .build()) {
            AtomicInteger left = new AtomicInteger(4);
            Crowd.of(24, thread -> () -> {
                if (thread < 4) {
                    for (int i = 0; i < 140; i++) {
                        count(guard.limiter("page")
                                .tryAcquire(Key.of("caller" + thread + "-" + i))
                                .degraded());
                    }
                    left.decrementAndGet();
                    return null;
                }
                while (left.get() > 0) {
                    assertThat(guard.lockouts("login")
                                    .state(Key.principal("u" + thread))
                                    .failures())
                            .isZero();
                }
                return null;
            });
            assertThat(byStandIn).hasValue(0);
        }
    }

    /** Whose time is over before it is their turn were not sent, and nothing is held against Redis. */
    @Test
    void whoFindsNoTurnIsNotCountedAndProvesNothing() throws Exception {
        TimeSource time = TimeSource.system();
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, ROUND_TRIP);
                Breaker store = new Breaker(
                        RedisStore.open(RedisUri.parse(far.uri()), "turn", PATIENCE, time), PATIENCE, time)) {
            Asked.peek(store, one("early"));
            far.hold();
            List<FutureTask<Boolean>> early = untilAllTurnsAreTaken(store);
            List<String> said = new ArrayList<>();
            for (int i = 0; i < LATE; i++) {
                try {
                    store.ask(Operation.DECIDE, one("late"), time.micros() + 1);
                } catch (StoreException e) {
                    said.add(e.getMessage() + (e.sent() ? ", sent" : "") + (e.evidence() ? ", evidence" : ""));
                }
            }
            far.letPass();
            assertThat(said)
                    .hasSize(LATE)
                    .containsOnly(
                            "this call did not get its turn to ask Redis within redis.timeout; nothing was counted");
            assertThat(store.unreachable()).as("open circuits").isZero();
            for (FutureTask<Boolean> each : early) {
                assertThat(each.get()).as("let in by Redis").isTrue();
            }
            assertThat(remaining(store, "early")).isEqualTo(1000 - early.size());
            assertThat(remaining(store, "late")).isEqualTo(1000);
        }
    }

    private static List<Charge> one(String caller) {
        return List.of(new Charge(LIMIT, caller, 1));
    }

    private static long remaining(Breaker store, String caller) throws StoreException {
        return Asked.peek(store, one(caller)).get(0).remaining();
    }

    /** Lets one thread after the other ask, until one waits for its turn; while no answer passes, no turn ends. */
    private static List<FutureTask<Boolean>> untilAllTurnsAreTaken(Breaker store) {
        List<FutureTask<Boolean>> asked = new ArrayList<>();
        Thread last;
        do {
            Callable<Boolean> ask =
                    () -> Asked.decide(store, one("early")).get(0).passed();
            FutureTask<Boolean> task = new FutureTask<>(ask);
            last = new Thread(task, "early");
            last.start();
            asked.add(task);
            Thread asking = last;
            Await.until(() -> waits(asking) || reads(asking), PATIENCE);
        } while (!waits(last));
        return asked;
    }

    private static boolean waits(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        return blocker != null && blocker.getClass().getSimpleName().equals("Combiner");
    }

    private static boolean reads(Thread thread) {
        return List.of(thread.getStackTrace()).stream()
                .anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch.")
                        && frame.getMethodName().contains("implRead"));
    }
}
