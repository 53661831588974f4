package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.testing.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is done in the background for the servers of a cluster. */
class ServersTest {

    private static final Duration BOUND = Duration.ofSeconds(20);

    /** As many chores as there is room for are waiting, such as credits in an outage, when a server says MOVED. */
    @Test
    void aRefreshThatFoundNoRoomIsNotTheLast() throws Exception {
        ServerContext context = new ServerContext(Script.decide(), "p", 5_000_000, TimeSource.system(), null);
        try (FakeClusterNode node = new FakeClusterNode();
                Servers servers = new Servers(
                        Connections.open(RedisUri.parse("redis+cluster://127.0.0.1:" + node.port()), context),
                        context)) {
            CountDownLatch go = new CountDownLatch(1);
            AtomicInteger done = new AtomicInteger();
            servers.later(() -> awaitQuietly(go), 0);
            for (int i = 0; i < 20_000; i++) {
                servers.later(done::incrementAndGet, 0);
            }
            servers.moved();
            go.countDown();
            Await.until(() -> done.get() >= 9_999, BOUND);
            int before = node.maps();
            servers.moved();
            Await.until(() -> node.maps() > before, BOUND);
            assertThat(node.maps()).isEqualTo(before + 1);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
