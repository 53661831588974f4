package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.HeldId;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What decisions cost a real Redis: commands, and room. */
@Tag("slow")
class RedisCostTest {

    private static final RedisServer SERVER = RedisServer.shared();
    private static final List<String> COMMANDS = List.of(
            "get", "set", "pexpire", "pttl", "del", "lindex", "rpush", "lrange", "llen", "ltrim", "lset", "lpush");

    private final String prefix = "cost:" + UUID.randomUUID();

    private Store store() {
        return RedisStore.open(RedisUri.parse(SERVER.uri()), prefix, Duration.ofSeconds(5), TimeSource.system());
    }

    private static List<Charge> hit(Limit limit) {
        return List.of(new Charge(limit, "bob", 1));
    }

    private String key(Algorithm algorithm) {
        return prefix + ":1:{bob}:test:" + algorithm.letter() + "0";
    }

    private static long commands() {
        return COMMANDS.stream().mapToLong(SERVER::commandCount).sum();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLIDING_LOG")
    void twoCommandsToAdmitOneToDeny(Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "2/1h");
        try (Store store = store()) {
            Asked.decide(store, hit(limit));
            long before = commands();
            assertThat(Asked.decide(store, hit(limit)).get(0).passed()).isTrue();
            assertThat(commands() - before).isEqualTo(2);
            before = commands();
            assertThat(Asked.decide(store, hit(limit)).get(0).passed()).isFalse();
            assertThat(commands() - before).as("a refusal writes nothing").isEqualTo(1);
        }
    }

    /** Its expiry is written when it begins, once more when it is used again, and then when half a window has passed. */
    @Test
    void aLogCostsFourCommandsToAdmitAndTwoToDeny() throws StoreException {
        Limit limit = Limits.of(Algorithm.SLIDING_LOG, "6/1h");
        long[] wanted = {3, 4, 3, 4, 4, 4};
        try (Store store = store()) {
            for (int i = 0; i < wanted.length; i++) {
                long before = commands();
                assertThat(Asked.decide(store, hit(limit)).get(0).passed()).isTrue();
                assertThat(commands() - before).as("admission %d", i + 1).isEqualTo(wanted[i]);
            }
            long before = commands();
            assertThat(Asked.decide(store, hit(limit)).get(0).passed()).isFalse();
            assertThat(commands() - before).as("a refusal only reads").isEqualTo(2);
            assertThat(ttl(Algorithm.SLIDING_LOG)).isBetween(3_600_000L, 5_400_001L);
        }
    }

    /** What has left is removed now and then, not each time; what is kept beyond the limit is a handful. */
    @Test
    void aLogInSteadyUseStaysSmall() throws StoreException {
        Limit limit = Limits.of(Algorithm.SLIDING_LOG, "10/10s");
        ManualTimeSource time = new ManualTimeSource();
        try (ManualClockRedis store = new ManualClockRedis(SERVER, prefix, time)) {
            long trims = SERVER.commandCount("ltrim");
            long expiries = SERVER.commandCount("pexpire");
            for (int i = 0; i < 100; i++) {
                time.advance(Duration.ofSeconds(1));
                assertThat(Asked.decide(store, hit(limit)).get(0).passed()).isTrue();
                long entries = SERVER.ask(jedis -> jedis.llen(key(Algorithm.SLIDING_LOG)));
                assertThat(entries).isLessThanOrEqualTo(10 + 3);
            }
            assertThat(SERVER.commandCount("ltrim") - trims).isLessThanOrEqualTo(50);
            assertThat(SERVER.commandCount("pexpire") - expiries).isLessThanOrEqualTo(25);
        }
    }

    /** A quarter of the window after its end, or up to half. */
    @Test
    void aKeyOfTheCalendarOutlivesItsWindow() throws StoreException {
        try (Store store = store()) {
            Asked.decide(store, hit(Limits.of(Algorithm.CALENDAR, "5/10s")));
            assertThat(ttl(Algorithm.CALENDAR)).isBetween(2_400L, 15_001L);
            Asked.reset(store, hit(Limits.of(Algorithm.CALENDAR, "5/10s")));
            Asked.decide(store, hit(Limits.with(Limits.of(Algorithm.CALENDAR, "5/10s"), 60_000_000, false, false)));
            assertThat(ttl(Algorithm.CALENDAR)).isBetween(61_000L, 65_001L);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SLIDING_LOG", "CALENDAR"})
    void everyKeyEnds(Algorithm algorithm) throws StoreException {
        try (Store store = store()) {
            Asked.decide(store, hit(Limits.of(algorithm, "5/10s")));
            assertThat(ttl(algorithm)).isBetween(9_000L, 10_001L);
            Asked.reset(store, hit(Limits.of(algorithm, "5/10s")));
            Asked.decide(store, hit(Limits.with(Limits.of(algorithm, "5/10s"), 60_000_000, false, false)));
            assertThat(ttl(algorithm)).isBetween(59_000L, 60_001L);
        }
    }

    @Test
    void aDebtOutlivesTheWindow() throws StoreException {
        try (Store store = store()) {
            Asked.charge(store, List.of(new Charge(Limits.of(Algorithm.LEAKY_BUCKET, "5/10s"), "bob", 10)));
            assertThat(ttl(Algorithm.LEAKY_BUCKET)).isBetween(19_000L, 20_001L);
        }
    }

    /** Once forgotten it would start with its initial tokens again. */
    @Test
    void aBucketThatDoesNotStartFullIsKeptBeyondItsFilling() throws StoreException {
        Tuning tuning = Tuning.of(
                        Algorithm.TOKEN_BUCKET,
                        Limits.of(Algorithm.TOKEN_BUCKET, "5/10s").rate())
                .withInitial(0);
        try (Store store = store()) {
            assertThat(Asked.decide(store, hit(Limits.of(Algorithm.TOKEN_BUCKET, "5/10s", tuning)))
                            .get(0)
                            .passed())
                    .isFalse();
            assertThat(ttl(Algorithm.TOKEN_BUCKET)).isBetween(19_000L, 20_001L);
        }
    }

    private long ttl(Algorithm algorithm) {
        return SERVER.ask(jedis -> jedis.pttl(key(algorithm)));
    }

    /** Ten thousand hits take no more room than the first few. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLIDING_LOG")
    void memoryDoesNotGrowWithTraffic(Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "1000000/1s");
        try (Store store = store()) {
            for (int i = 0; i < 10_000; i++) {
                Asked.decide(store, hit(limit));
            }
            String state = SERVER.ask(jedis -> jedis.get(key(algorithm)));
            assertThat(state.length()).isLessThanOrEqualTo(algorithm == Algorithm.SLIDING_WINDOW ? 160 : 70);
        }
    }

    /** One call before and one after; some four commands more, of the shortest, in each. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLIDING_LOG")
    void aReservationCostsACallAndItsSettlementAnother(Algorithm algorithm) throws StoreException {
        Limit limit = Limits.of(algorithm, "1000000/1h");
        try (Store store = store()) {
            Asked.decide(store, hit(limit));
            Charge first = new Charge(limit, "bob", 100).reserved("node.1");
            Asked.decide(store, List.of(first));
            long calls = SERVER.decidingCalls();
            long hashes = hashCommands();
            long others = commands();
            Charge second = new Charge(limit, "bob", 100).reserved("node.2");
            Asked.decide(store, List.of(second));
            assertThat(hashCommands() - hashes).as("find, make room, note").isEqualTo(3);
            assertThat(commands() - others).as("and the counter, and an end").isEqualTo(3);
            Asked.ask(store, Operation.SUCCEED, List.of(second.costing(30)));
            assertThat(hashCommands() - hashes).isLessThanOrEqualTo(3 + 4);
            assertThat(SERVER.decidingCalls() - calls).isEqualTo(2);
        }
    }

    private static long hashCommands() {
        return List.of("hmget", "hlen", "hset", "hdel", "hincrby", "hgetall", "exists").stream()
                .mapToLong(SERVER::commandCount)
                .sum();
    }

    @Test
    void whatIsOpenTakesSoMuchRoom() throws StoreException {
        Limit limit = Limits.of(Algorithm.SLIDING_LOG, "1000000/1h");
        try (Store store = store()) {
            for (int i = 0; i < 100; i++) {
                Asked.decide(store, List.of(new Charge(limit, "bob", 1).reserved(HeldId.next())));
            }
            long bytes = SERVER.ask(jedis -> jedis.memoryUsage(key(Algorithm.SLIDING_LOG) + ":held"));
            assertThat(bytes / 100).isBetween(20L, 60L);
            long lasts = SERVER.ask(jedis -> jedis.ttl(key(Algorithm.SLIDING_LOG) + ":held"));
            assertThat(lasts).isBetween(86_390L, 86_401L);
        }
    }

    /** Of reservations that nothing settles the older half is forgotten. */
    @Test
    void whatIsNeverSettledIsBounded() throws StoreException {
        Limit limit = Limits.of(Algorithm.FIXED_WINDOW, "1000000/1h");
        try (Store store = store()) {
            for (int i = 0; i < 10_050; i++) {
                Asked.decide(store, List.of(new Charge(limit, "bob", 1).reserved("r" + i)));
            }
            long open = SERVER.ask(jedis -> jedis.hlen(key(Algorithm.FIXED_WINDOW) + ":held"));
            assertThat(open).isBetween(5_000L, 5_100L);
            Asked.ask(store, Operation.ABANDON, List.of(new Charge(limit, "bob", 1).reserved("r10049")));
            Asked.ask(store, Operation.ABANDON, List.of(new Charge(limit, "bob", 1).reserved("r1")));
            assertThat(Asked.peek(store, hit(limit)).get(0).remaining()).isEqualTo(1_000_000 - 10_049);
        }
    }

    @Test
    void aForeignTypeIsAFailure() {
        Limit limit = Limits.of(Algorithm.FIXED_WINDOW, "5/10s");
        SERVER.ask(jedis -> jedis.lpush(key(Algorithm.FIXED_WINDOW), "not a string"));
        try (Store store = store()) {
            assertThatThrownBy(() -> Asked.decide(store, hit(limit)))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("Redis refuses: WRONGTYPE");
        }
    }
}
