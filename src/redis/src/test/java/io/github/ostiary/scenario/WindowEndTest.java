package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A window of the clock that ends while all nodes call: no second allowance, and no gap. The windows last a second, since real
 * clocks decide here.
 */
@Tag("slow")
class WindowEndTest {

    private static final int NODES = 3;
    private static final int THREADS = 4;
    private static final long LIMIT = 40;
    private static final long WINDOW_MICROS = 1_000_000;
    private static final int WINDOWS = 4;
    private static final Key SHOP = Key.of("shop:1");

    private final List<Guard> nodes = new ArrayList<>();

    /** A call that was admitted between two times of this machine's clock, which is the server's too. */
    private record Use(long begun, long ended) {}

    @AfterEach
    void close() {
        nodes.forEach(Guard::close);
    }

    @Test
    void givesNeitherASecondAllowanceNorNone() throws Exception {
        String prefix = "window-end:" + UUID.randomUUID();
        for (int i = 0; i < NODES; i++) {
            nodes.add(GuardBuilder.create()
                    .redis(RedisServer.shared().uri())
                    .property("keyPrefix", prefix)
                    .property("redis.timeout", "5s")
                    .limit("quota", LIMIT + "/1s")
                    .property("limit.quota.algorithm", "calendar")
                    .build());
        }
        long first = now() / WINDOW_MICROS + 1;
        long end = (first + WINDOWS) * WINDOW_MICROS;
        ExecutorService pool = Executors.newFixedThreadPool(NODES * THREADS);
        List<Future<List<Use>>> callers = new ArrayList<>();
        for (int i = 0; i < NODES * THREADS; i++) {
            Guard node = nodes.get(i % NODES);
            callers.add(pool.submit(() -> calls(node, end)));
        }
        List<Use> uses = new ArrayList<>();
        for (Future<List<Use>> caller : callers) {
            uses.addAll(caller.get(1, TimeUnit.MINUTES));
        }
        pool.shutdown();

        for (long window = first; window < first + WINDOWS; window++) {
            long begins = window * WINDOW_MICROS;
            long ends = begins + WINDOW_MICROS;
            assertThat(uses.stream().filter(use -> use.begun >= begins && use.ended < ends))
                    .as("surely in window %d", window - first)
                    .hasSizeLessThanOrEqualTo((int) LIMIT);
            assertThat(uses.stream().filter(use -> use.ended >= begins && use.begun < ends))
                    .as("perhaps in window %d", window - first)
                    .hasSizeGreaterThanOrEqualTo((int) LIMIT);
        }
    }

    private static List<Use> calls(Guard node, long end) {
        List<Use> uses = new ArrayList<>();
        for (long begun = now(); begun < end; begun = now()) {
            if (node.limiter("quota").tryAcquire(SHOP).allowed()) {
                uses.add(new Use(begun, now()));
            }
        }
        return uses;
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
