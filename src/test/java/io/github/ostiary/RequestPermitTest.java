package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request's permit lasts as long as the request. */
class RequestPermitTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");
    private static final String ONE = "concurrency.job.permits=1";

    private static Semaphores job(Guard guard) {
        return guard.semaphores("job");
    }

    /** Whoever waits for a slot holds a permit already: as long as it waits, and not a moment longer. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aRequestThatWaitsForItsSlotKeepsItsPermit(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                ONE,
                "concurrency.job.path=/*",
                "concurrency.job.lease=1s",
                "limit.slow.path=/*",
                "limit.slow.rate=1/8s",
                "limit.slow.algorithm=token-bucket",
                "limit.slow.wait=20s")) {
            CallContext call = new TestCall("GET", "/").as("bob");
            nodes.node(0).enter(call, Position.FIRST).end();
            Admission waiting = nodes.node(0).enter(call, Position.FIRST);
            assertThat(waiting.held()).isTrue();
            long end = System.nanoTime() + 2_500_000_000L;
            Await.until(
                    () -> {
                        assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isFalse();
                        return System.nanoTime() > end;
                    },
                    BOUND);
            waiting.giveUp();
            Lease free = job(nodes.node(0)).tryEnter(BOB);
            assertThat(free.granted()).isTrue();
            Await.until(() -> job(nodes.node(0)).tryEnter(BOB).granted(), Duration.ofSeconds(5));
            assertThat(free.renew()).isFalse();
        }
    }

    /** A request that runs longer than the lease keeps its permit; when it ends, the permit is free. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aRequestKeepsItsPermitHoweverLongItTakes(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, ONE, "concurrency.job.path=/*", "concurrency.job.lease=1s")) {
            CallContext call = new TestCall("GET", "/").as("bob");
            Admission admission = nodes.node(0).enter(call, Position.FIRST);
            long end = System.nanoTime() + 2_500_000_000L;
            Await.until(
                    () -> {
                        assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isFalse();
                        return System.nanoTime() > end;
                    },
                    BOUND);
            admission.end();
            assertThat(job(nodes.node(0)).tryEnter(BOB).granted()).isTrue();
        }
    }
}
