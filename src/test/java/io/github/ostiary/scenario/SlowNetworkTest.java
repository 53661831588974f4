package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis is well, and 4 ms away: it decides, however many threads ask at once, and whatever else is asked. */
@Tag("slow")
class SlowNetworkTest {

    private static final Duration ROUND_TRIP = Duration.ofMillis(4);

    /** Where others need the processors, a decision may take longer than Redis does: one round of so many has them. */
    private static final int ROUNDS = 10;

    /** Does something, and counts what the stand-in decided. */
    private interface Round {

        void run(Share share) throws Exception;
    }

    private static final class Share {

        private final AtomicInteger decided = new AtomicInteger();
        private final AtomicInteger degraded = new AtomicInteger();

        void count(boolean byStandIn) {
            decided.incrementAndGet();
            if (byStandIn) {
                degraded.incrementAndGet();
            }
        }

        double percent() {
            return 100.0 * degraded.get() / decided.get();
        }
    }

    /** The stand-in decides no more than a hundredth. */
    private static void assertRedisDecides(Round round) throws Exception {
        double least = 100;
        for (int i = 0; i < ROUNDS && least > 1; i++) {
            Share share = new Share();
            round.run(share);
            least = Math.min(least, share.percent());
        }
        assertThat(least).as("percent by the stand-in").isLessThanOrEqualTo(1);
    }

    /** Two identities each, seldom of one server. */
    @Test
    void aHundredThreadsAreDecidedByACluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.startFarAway(ROUND_TRIP);
                Guard guard = ClusterCase.on(cluster, "far", "50ms", "1000000/1h", "1000000/1h")
                        .build()) {
            assertRedisDecides(share -> Crowd.of(100, thread -> () -> {
                for (int i = 0; i < 60; i++) {
                    var request = new ClusterCase.Request("u" + thread + "-" + i, "", "10." + thread + ".0." + i);
                    share.count(ClusterCase.decide(guard, request).degraded());
                }
                return null;
            }));
        }
    }

    @Test
    void whoLooksAtLocksKeepsNoDecisionWaiting() throws Exception {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, ROUND_TRIP);
                Guard guard = GuardBuilder.create()
                        .redis(far.uri())
                        .limit("page", "1000000/1h")
                        .property("lockout.login.steps", "3/1h lock 15m")
                        .property("lockout.login.key", "principal")
                        .build()) {
            assertRedisDecides(share -> {
                AtomicInteger left = new AtomicInteger(4);
                Crowd.of(24, thread -> () -> {
                    if (thread < 4) {
                        for (int i = 0; i < 140; i++) {
                            share.count(guard.limiter("page")
                                    .tryAcquire(Key.of("caller" + thread + "-" + i))
                                    .degraded());
                        }
                        left.decrementAndGet();
                        return null;
                    }
                    while (left.get() > 0) {
                        share.count(!told(guard, "u" + thread));
                    }
                    return null;
                });
            });
        }
    }

    private static boolean told(Guard guard, String user) {
        try {
            return guard.lockouts("login").state(Key.principal(user)).failures() == 0;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
