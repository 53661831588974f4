package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Three nodes of twelve threads each, one real Redis: what they take ahead makes not one permit more. */
class AheadRaceTest {

    private static final int NODES = 3;
    private static final int THREADS = 12;
    private static final Key BOB = Key.principal("bob");

    /** When a call that was admitted began and when it had ended, by one clock. */
    private record Use(long begun, long ended) {}

    private static List<Guard> nodes(String rate) {
        String prefix = "ahead:" + UUID.randomUUID();
        List<Guard> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(GuardBuilder.create()
                    .redis(RedisServer.shared().uri())
                    .property("keyPrefix", prefix)
                    .property("redis.timeout", "10s")
                    .property("limit.api.lease", "2%")
                    .limit("api", rate)
                    .build());
        }
        return nodes;
    }

    private static List<Use> admitted(List<Guard> nodes, int calls) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(NODES * THREADS);
        List<Callable<List<Use>>> callers = new ArrayList<>();
        for (int i = 0; i < NODES * THREADS; i++) {
            RateLimiter limiter = nodes.get(i % NODES).limiter("api");
            callers.add(() -> {
                List<Use> uses = new ArrayList<>();
                for (int call = 0; call < calls; call++) {
                    long begun = System.nanoTime();
                    Decision decision = limiter.tryAcquire(BOB);
                    assertThat(decision.degraded()).isFalse();
                    if (decision.allowed()) {
                        uses.add(new Use(begun, System.nanoTime()));
                    }
                }
                return uses;
            });
        }
        List<Use> uses = new ArrayList<>();
        for (Future<List<Use>> caller : pool.invokeAll(callers)) {
            uses.addAll(caller.get());
        }
        pool.shutdown();
        nodes.forEach(Guard::close);
        return uses;
    }

    @Test
    void theLimitIsUsedUpAndNotExceeded() throws Exception {
        int admitted = admitted(nodes("20000/1h"), 3_000).size();
        assertThat(admitted).isBetween(20_000 - NODES * 400, 20_000);
    }

    /** Of a use it is known between which times it was; one too many are more than the limit that all surely were in a window. */
    @Test
    void noWindowHoldsOneTooMany() throws Exception {
        int limit = 2_000;
        long window = 1_000_000_000L;
        Use[] uses = admitted(nodes(limit + "/1s"), 4_000).toArray(Use[]::new);
        Arrays.sort(uses, (one, other) -> Long.compare(one.begun, other.begun));
        for (int i = 0; i + limit < uses.length; i++) {
            long first = uses[i].begun;
            long surely = 0;
            for (int k = i; k < uses.length && uses[k].begun - first < window; k++) {
                surely += uses[k].ended - first < window ? 1 : 0;
            }
            assertThat(surely).as("uses in the window from %d on", i).isLessThanOrEqualTo(limit);
        }
    }
}
