package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;

/** How many connections there are, and who waits for one. */
class LinkPoolTest {

    private static final Duration BOUND = Duration.ofSeconds(20);

    private final TimeSource clock = TimeSource.system();
    private final RedisServer redis = RedisServer.start();
    private final LinkPool pool = new LinkPool(
            new HostAndPort("127.0.0.1", redis.port()),
            "",
            DefaultJedisClientConfig.builder().autoNegotiateProtocol(false).build(),
            new ServerContext(Script.decide(), "p", 5_000_000, clock, null),
            2);

    @AfterEach
    void close() {
        pool.close();
        redis.close();
    }

    private Link take(long micros) throws StoreException {
        long now = clock.micros();
        return pool.take(now, now + micros);
    }

    private CompletableFuture<Link> takeLater() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return take(20_000_000);
            } catch (StoreException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void whoFindsAsManyAsThereMayBeWaitsForOneThatIsGivenBack() throws Exception {
        Link first = take(1_000_000);
        Link second = take(1_000_000);
        assertThatThrownBy(() -> take(20_000))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.evidence()).isFalse())
                .hasMessageContaining("no connection to Redis was free within redis.timeout");
        CompletableFuture<Link> third = takeLater();
        pool.give(second);
        assertThat(third.get()).isSameAs(second);
        pool.give(first);
        String clients = redis.ask(jedis -> jedis.info("clients"));
        assertThat(clients).contains("connected_clients:3\r");
    }

    @Test
    void aConnectionThatBrokeMakesRoomForAnother() throws Exception {
        Link first = take(1_000_000);
        Link second = take(1_000_000);
        CompletableFuture<Link> third = takeLater();
        first.setBroken();
        pool.give(first);
        assertThat(third.get()).isNotSameAs(first).isNotSameAs(second);
    }

    @Test
    void whoWaitsKeepsAnInterruptForAfterwards() throws Exception {
        Link first = take(1_000_000);
        Link second = take(1_000_000);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                pool.give(take(20_000_000));
                interrupted.complete(Thread.currentThread().isInterrupted());
            } catch (StoreException e) {
                interrupted.completeExceptionally(e);
            }
        });
        waiting.start();
        Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING, BOUND);
        waiting.interrupt();
        pool.give(first);
        pool.give(second);
        assertThat(interrupted.get()).isTrue();
    }
}
