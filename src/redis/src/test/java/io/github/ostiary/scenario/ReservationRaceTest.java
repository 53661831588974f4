package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Reservation;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads of several nodes that reserve, settle, settle once more, and leave some unsettled, as by a crash: the sum is exact. */
class ReservationRaceTest {

    private static final Key BOB = Key.principal("bob");
    private static final int THREADS = 12;
    private static final int CALLS = 60;
    private static final int MOST = 100;
    private static final long LIMIT = 20_000;

    static Stream<Arguments> algorithmsAndNodes() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> Stream.of(0, 3).map(nodes -> Arguments.of(algorithm, nodes)));
    }

    @ParameterizedTest
    @MethodSource("algorithmsAndNodes")
    void theSumIsExact(Algorithm algorithm, int onRedis) throws Exception {
        AtomicLong charged = new AtomicLong();
        AtomicLong settled = new AtomicLong();
        try (Nodes nodes = Nodes.of(
                onRedis,
                "limit.t.rate=" + LIMIT + "/300d",
                "limit.t.algorithm=" + algorithm.configName(),
                "limit.t.key=principal")) {
            List<Boolean> denied = Crowd.of(THREADS, thread -> () -> {
                Random random = new Random(thread);
                Guard guard = nodes.node(thread);
                boolean any = false;
                for (int i = 0; i < CALLS; i++) {
                    any |= !call(guard, random, charged, settled);
                }
                return any;
            });
            assertThat(denied).as("so much is asked for that all is used up").contains(true);
            long left = nodes.node(0).limiter("t").peek(BOB).remaining().orElseThrow();
            assertThat(left).isEqualTo(Math.max(0, LIMIT - charged.get()));
            assertThat(settled.get())
                    .as("one reservation's error for each call in flight")
                    .isLessThanOrEqualTo(LIMIT + (long) THREADS * MOST);
        }
    }

    private static boolean call(Guard guard, Random random, AtomicLong charged, AtomicLong settled) throws Exception {
        long estimate = 1 + random.nextInt(MOST);
        Reservation reserved = guard.limiter("t").reserve(BOB, estimate);
        if (!reserved.allowed()) {
            return false;
        }
        if (random.nextInt(20) == 0) {
            charged.addAndGet(estimate); // nothing is said of it any more
            return true;
        }
        long cost = random.nextInt(4) == 0 ? estimate + random.nextInt(MOST) : random.nextLong(estimate + 1);
        List<Boolean> unused = random.nextInt(10) == 0
                ? Crowd.of(2, i -> () -> {
                    reserved.settle(cost);
                    return true;
                })
                : new ArrayList<>();
        reserved.settle(cost);
        reserved.close();
        charged.addAndGet(cost);
        settled.addAndGet(cost);
        return true;
    }
}
