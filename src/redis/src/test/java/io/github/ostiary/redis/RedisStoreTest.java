package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreContract;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RedisStoreTest extends StoreContract {

    private static final RedisServer SERVER = RedisServer.shared();

    private final String prefix = "store:" + UUID.randomUUID();

    @Override
    protected Store open(ManualTimeSource time) {
        return new ManualClockRedis(SERVER, "contract:" + UUID.randomUUID(), time);
    }

    private Store real() {
        return RedisStore.open(RedisUri.parse(SERVER.uri()), prefix, Duration.ofSeconds(5), TimeSource.system());
    }

    private static Limit limit(String rule, String rate, long interval) {
        return new Limit(new LimitId(rule, rule, "0"), Algorithm.SLIDING_LOG, Rate.parse(rate), interval, false, false);
    }

    private static List<Charge> one(Limit limit) {
        return List.of(new Charge(limit, "bob", 1));
    }

    @Test
    void everyKeyEndsWhenItEqualsAFreshOne() throws StoreException {
        try (Store store = real()) {
            Asked.decide(store, one(limit("short", "5/10s", 0)));
            Asked.decide(store, one(limit("paced", "5/10s", 60_000_000)));
            assertThat(ttl("short")).isBetween(9_000L, 10_001L);
            assertThat(ttl("paced")).isBetween(59_000L, 60_001L);
        }
    }

    @Test
    void whatTellsThatDataWereLostIsProlongedWhenItIsAskedFor() throws StoreException {
        try (Store store = real()) {
            String key = prefix + ":1:epoch";
            String first = store.epoch(Store.UNDIVIDED, TimeSource.system().micros() + 5_000_000);
            SERVER.ask(jedis -> jedis.expire(key, 60));
            assertThat(store.epoch(Store.UNDIVIDED, TimeSource.system().micros() + 5_000_000))
                    .isEqualTo(first);
            assertThat((long) SERVER.ask(jedis -> jedis.ttl(key))).isGreaterThan(300L * 86_400L);
        }
    }

    @Test
    void aBucketIsKeptUntilTheLastSlotAhead() throws StoreException {
        try (Store store = real()) {
            Limit limit =
                    new Limit(new LimitId("r", "r", "0"), Algorithm.LEAKY_BUCKET, Rate.parse("1/10s"), 0, false, false);
            for (int i = 0; i < 10; i++) {
                Asked.decide(store, List.of(new Charge(limit, "bob", 1, 100_000_000)));
            }
            long ttl = SERVER.ask(jedis -> jedis.pttl(prefix + ":1:{bob}:r:G0"));
            assertThat(ttl).isBetween(90_000L, 100_001L);
        }
    }

    @Test
    void aDenialWritesNothing() throws StoreException {
        try (Store store = real()) {
            Limit limit = limit("r", "1/1m", 0);
            Asked.decide(store, one(limit));
            long before = writes();
            assertThat(Asked.decide(store, one(limit)).get(0).passed()).isFalse();
            assertThat(writes()).isEqualTo(before);
        }
    }

    private long ttl(String rule) {
        return SERVER.ask(jedis -> jedis.pttl(prefix + ":1:{bob}:" + rule + ":L0"));
    }

    private static long writes() {
        return SERVER.commandCount("rpush") + SERVER.commandCount("ltrim") + SERVER.commandCount("pexpire");
    }

    @Test
    void oneDecisionOverManyCountersIsOneCall() throws StoreException {
        try (Store store = real()) {
            Asked.decide(store, one(limit("warm", "1/1m", 0)));
            long before = SERVER.decidingCalls();
            Asked.decide(
                    store,
                    List.of(
                            new Charge(limit("a", "5/1m", 0), "bob", 1),
                            new Charge(limit("b", "5/1h", 0), "bob", 1),
                            new Charge(limit("c", "5/1d", 0), "1.2.3.4", 1)));
            assertThat(SERVER.decidingCalls() - before).isEqualTo(1);
        }
    }

    @Test
    void aFlushedScriptIsSentAgainInTheSameCall() throws StoreException {
        try (Store store = real()) {
            Limit limit = limit("r", "2/1m", 0);
            Asked.decide(store, one(limit));
            SERVER.ask(Jedis::scriptFlush);
            assertThat(Asked.decide(store, one(limit)).get(0).remaining()).isZero();
        }
    }

    @Test
    void aForeignTypeFailsThatDecisionBeforeAnythingIsWritten() throws StoreException {
        try (Store store = real()) {
            Limit fine = limit("fine", "5/1m", 0);
            Limit foreign = limit("foreign", "5/1m", 0);
            SERVER.ask(jedis -> jedis.set(prefix + ":1:{bob}:foreign:L0", "not a list"));
            assertThatThrownBy(() ->
                            Asked.decide(store, List.of(new Charge(fine, "bob", 1), new Charge(foreign, "bob", 1))))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("Redis refuses: WRONGTYPE");
            assertThat(Asked.peek(store, one(fine)).get(0).remaining()).isEqualTo(5);
        }
    }

    @Test
    void identitiesAreDataWhateverTheyHold() throws StoreException {
        try (Store store = real()) {
            Limit limit = limit("r", "1/1m", 0);
            for (String identity : List.of("}{", "a\r\nDEL x", "\u0000", "'..redis.call('FLUSHALL')..'")) {
                assertThat(Asked.decide(store, List.of(new Charge(limit, identity, 1)))
                                .get(0)
                                .passed())
                        .isTrue();
                assertThat(Asked.decide(store, List.of(new Charge(limit, identity, 1)))
                                .get(0)
                                .passed())
                        .isFalse();
            }
            Set<String> keys = SERVER.ask(jedis -> jedis.keys(prefix + "*"));
            assertThat(keys).hasSize(4);
        }
    }

    /** Ten to eleven bytes an event, weights included. */
    @Test
    void aThousandWeightedEventsCostElevenBytesEachAtMost() throws StoreException {
        try (ManualClockRedis store = new ManualClockRedis(SERVER, prefix, time)) {
            Limit limit = limit("r", "1000000/30d", 0);
            for (int i = 0; i < 1_000; i++) {
                time.advance(Duration.ofMillis(1_317));
                Asked.decide(store, List.of(new Charge(limit, "bob", 1 + i % 900)));
            }
            long bytes = SERVER.ask(jedis -> jedis.memoryUsage(prefix + ":1:{bob}:r:L0"));
            assertThat(bytes / 1_000.0).isLessThanOrEqualTo(11.0);
        }
    }

    @Test
    void aDeadServerIsAFailureWithoutItsSecrets() {
        try (Store store = RedisStore.open(
                RedisUri.parse("redis://user:s3cr3t@127.0.0.1:1"),
                prefix,
                Duration.ofMillis(200),
                TimeSource.system())) {
            assertThatThrownBy(() -> Asked.decide(store, one(limit("r", "1/1m", 0))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageNotContaining("s3cr3t");
        }
    }
}
