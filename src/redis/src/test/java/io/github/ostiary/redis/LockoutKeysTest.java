package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** What lockouts leave in Redis. */
class LockoutKeysTest {

    private final String prefix = "keys:" + UUID.randomUUID();
    private final LockoutPolicy policy =
            LockoutPolicies.policy().lock(2, 60, 300).memory(3_600).named("login");
    private final String key = prefix + ":1:{k}:login:K";
    private final Jedis jedis = RedisServer.shared().connect(Duration.ofSeconds(5));
    private final Store store = RedisStore.open(
            RedisUri.parse(RedisServer.shared().uri()), prefix, Duration.ofSeconds(5), TimeSource.system());

    @AfterEach
    void close() {
        store.close();
        jedis.close();
    }

    private boolean ask(Operation operation, String id) throws StoreException {
        AttemptClaim asked = LockoutPolicies.attempt(policy, id, "", "");
        return Asked.ask(store, operation, List.of(asked)).get(0).passed();
    }

    private void fail(String id) throws StoreException {
        ask(Operation.DECIDE, id);
        ask(Operation.FAIL, id);
    }

    @Test
    void aKeyLivesAsLongAsItTellsAnything() throws StoreException {
        ask(Operation.DECIDE, "a");
        assertThat(jedis.pttl(key)).isBetween(85_000L, 90_010L);
        ask(Operation.FAIL, "a");
        assertThat(jedis.pttl(key)).isBetween(55_000L, 60_010L);
        fail("b");
        assertThat(jedis.pttl(key)).isBetween(3_895_000L, 3_900_010L);
    }

    @Test
    void whatTellsNothingIsNotKept() throws StoreException {
        assertThat(ask(Operation.PEEK, "a")).isTrue();
        assertThat(jedis.exists(key)).isFalse();
        ask(Operation.DECIDE, "a");
        ask(Operation.ABANDON, "a");
        assertThat(jedis.exists(key)).isFalse();
        fail("b");
        ask(Operation.DECIDE, "c");
        ask(Operation.SUCCEED, "c");
        assertThat(jedis.exists(key)).isFalse();
    }

    @Test
    void aDenialWritesNothing() throws StoreException {
        fail("a");
        fail("b");
        String kept = jedis.get(key);
        jedis.persist(key);
        assertThat(ask(Operation.DECIDE, "c")).isFalse();
        assertThat(ask(Operation.FAIL, "c")).isFalse();
        assertThat(jedis.get(key)).isEqualTo(kept);
        assertThat(jedis.pttl(key)).as("no expiry was set").isEqualTo(-1);
    }

    @Test
    void aForeignTypeIsAnError() {
        jedis.lpush(key, "x");
        assertThatThrownBy(() -> ask(Operation.DECIDE, "a")).isInstanceOf(StoreException.class);
        jedis.del(key);
    }
}
