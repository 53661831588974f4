package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What one node's console has signed, another's must know. */
class SharedSecretTest {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

    private final ManualTimeSource time = new ManualTimeSource();

    private static Store node(String uri, String prefix) {
        return RedisStore.open(RedisUri.parse(uri), prefix, Duration.ofMillis(500), TimeSource.system());
    }

    private SharedSecret secret(Store node) {
        return new SharedSecret(node.sharedState(), time);
    }

    private static String prefix() {
        return "secret:" + UUID.randomUUID();
    }

    @Test
    void nodesOfOneApplicationHaveTheSame() {
        String prefix = prefix();
        String uri = RedisServer.shared().uri();
        try (Store one = node(uri, prefix);
                Store other = node(uri, prefix);
                Store strange = node(uri, prefix())) {
            SharedSecret first = secret(one);
            String text = first.text();

            assertThat(text).hasSize(64);
            assertThat(secret(other).text()).isEqualTo(text);
            assertThat(secret(strange).text()).isNotEqualTo(text);
            time.advance(Duration.ofDays(1));
            assertThat(first.text()).isEqualTo(text);
        }
    }

    @Test
    void nodesThatHadNoRedisAgreeOnceItIsThere() {
        String prefix = prefix();
        try (RedisServer server = RedisServer.start();
                Store one = node(server.uri(), prefix);
                Store other = node(server.uri(), prefix)) {
            SharedSecret first = secret(one);
            SharedSecret second = secret(other);
            server.kill();
            String own = first.text();
            assertThat(second.text()).isNotEqualTo(own);
            server.restart();

            assertThat(first.text()).as("until it looks again").isEqualTo(own);
            time.advance(LONG_ENOUGH);
            assertThat(first.text()).isEqualTo(own);
            assertThat(second.text()).isEqualTo(own);
        }
    }

    @Test
    void aSecretThatRedisHasLostIsLeftThereAgain() {
        String prefix = prefix();
        try (RedisServer server = RedisServer.start();
                Store one = node(server.uri(), prefix);
                Store other = node(server.uri(), prefix)) {
            SharedSecret first = secret(one);
            String text = first.text();
            server.flushAll();
            time.advance(LONG_ENOUGH);

            assertThat(first.text()).isEqualTo(text);
            assertThat(secret(other).text()).isEqualTo(text);
        }
    }

    @Test
    void whatCouldBeGuessedIsNoSecret() throws StoreException {
        String prefix = prefix();
        try (Store one = node(RedisServer.shared().uri(), prefix)) {
            one.sharedState().put(new Topic("secret", 1), new Entry("console", "", 1_000_000_000));

            assertThat(secret(one).text()).hasSize(64);
        }
    }
}
