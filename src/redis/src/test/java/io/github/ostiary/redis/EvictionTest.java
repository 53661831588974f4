package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every key of ours has an end, so a Redis that evicts anything may evict what denies a caller. */
class EvictionTest {

    private static String said(String policy) throws StoreException {
        try (RedisServer server = RedisServer.start()) {
            server.configSet("maxmemory-policy", policy);
            try (LogLines lines = LogLines.of(Health.class.getName())) {
                try (Store store = RedisStore.open(
                        RedisUri.parse(server.uri()), "p", Duration.ofSeconds(5), TimeSource.system())) {
                    store.ping();
                }
                return String.join("\n", lines.lines());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "allkeys-lru",
                "allkeys-random",
                "volatile-ttl",
                "volatile-lru",
                "volatile-lfu",
                "volatile-random"
            })
    void isWarnedOf(String policy) throws StoreException {
        assertThat(said(policy)).contains(policy, "Set maxmemory-policy noeviction");
    }

    @Test
    void noevictionIsFine() throws StoreException {
        assertThat(said("noeviction")).isEmpty();
    }
}
