package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.local.NeverIdle;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases on a real Redis: as in Java on any trace, never too many in any race, and nothing left behind. */
@Tag("slow")
class LeasesTest {

    private static final RedisServer SERVER = RedisServer.shared();
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    private static final Operation[] OPERATIONS = {
        Operation.DECIDE,
        Operation.DECIDE,
        Operation.DECIDE,
        Operation.DECIDE,
        Operation.DECIDE,
        Operation.DENY,
        Operation.PEEK,
        Operation.RENEW,
        Operation.KEEP,
        Operation.FAIL,
        Operation.SUCCEED,
        Operation.ABANDON
    };

    private final String prefix = "leases:" + UUID.randomUUID();

    private Store real() {
        return RedisStore.open(RedisUri.parse(SERVER.uri()), prefix, Duration.ofSeconds(20), TimeSource.system());
    }

    private String key() {
        return prefix + ":1:{bob}:upload:C";
    }

    private static ConcurrencyPolicy permits(int permits) {
        return new ConcurrencyPolicy("upload", "", permits, 10 * SECOND, false);
    }

    private static List<LeaseClaim> entry(ConcurrencyPolicy rule, String lease) {
        return List.of(new LeaseClaim(rule, "bob", lease));
    }

    @Test
    void theKeyEndsWithTheLastLease() throws StoreException {
        try (Store store = real()) {
            Asked.decide(store, entry(permits(2), "a"));
            assertThat(SERVER.<Long>ask(jedis -> jedis.pttl(key()))).isBetween(9_000L, 10_001L);
            SERVER.ask(jedis -> jedis.pexpire(key(), 5_000));
            Asked.ask(store, Operation.RENEW, entry(permits(2), "a"));
            assertThat(SERVER.<Long>ask(jedis -> jedis.pttl(key()))).isBetween(9_000L, 10_001L);
            Asked.ask(store, Operation.SUCCEED, entry(permits(2), "a"));
            assertThat(SERVER.<Boolean>ask(jedis -> jedis.exists(key()))).isFalse();
        }
    }

    @Test
    void aForeignTypeFailsThatDecisionBeforeAnythingIsWritten() throws StoreException {
        Charge fine = new Charge(Limits.of(Algorithm.SLIDING_LOG, "5/1m"), "bob", 1);
        ConcurrencyPolicy other = new ConcurrencyPolicy("other", "", 1, 10 * SECOND, false);
        try (Store store = real()) {
            SERVER.ask(jedis -> jedis.set(key(), "not a set"));
            LeaseClaim foreign = entry(permits(1), "a").get(0);
            assertThatThrownBy(() -> Asked.decide(store, List.of(fine, new LeaseClaim(other, "bob", "a"), foreign)))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("Redis refuses: WRONGTYPE");
            assertThat(Asked.peek(store, List.of(fine)).get(0).remaining()).isEqualTo(5);
            assertThat(Asked.peek(store, entry(other, "b")).get(0).passed()).isTrue();
            assertThat(SERVER.<String>ask(jedis -> jedis.get(key()))).isEqualTo("not a set");
        }
    }

    @Test
    void aDenialWritesNothing() throws StoreException {
        try (Store store = real()) {
            Asked.decide(store, entry(permits(1), "a"));
            long before = writes();
            assertThat(Asked.decide(store, entry(permits(1), "b")).get(0).passed())
                    .isFalse();
            assertThat(Asked.ask(store, Operation.FAIL, entry(permits(1), "b"))
                            .get(0)
                            .passed())
                    .isFalse();
            assertThat(writes()).isEqualTo(before);
        }
    }

    private static long writes() {
        return SERVER.commandCount("zadd")
                + SERVER.commandCount("zrem")
                + SERVER.commandCount("zremrangebyscore")
                + SERVER.commandCount("pexpire");
    }

    /** Equal times, clocks that step back a little and a lot, long silences, changed rules, names used twice. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithJavaOnRandomTraces(long seed) throws StoreException {
        Random random = new Random(seed);
        ManualTimeSource time = new ManualTimeSource();
        try (ManualClockRedis lua = new ManualClockRedis(SERVER, prefix, time);
                Store java = NeverIdle.store(time)) {
            long wrongBy = 0;
            for (int i = 0; i < 2_500; i++) {
                time.set(Math.max(10_000 * DAY, time.micros() + step(random)));
                if (random.nextInt(20) == 0) {
                    long before = wrongBy;
                    wrongBy = wrongBy > 0 ? random.nextInt(2) * wrongBy / 2 : random.nextLong(30 * SECOND);
                    time.set(time.micros() + before - wrongBy);
                }
                for (String ended : lua.endDue()) {
                    Asked.reset(
                            java, List.of(entry(random, ended.contains("r0") ? 0 : 1, ended.contains("{k0}") ? 0 : 1)));
                }
                Operation operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
                List<LeaseClaim> entries = new ArrayList<>();
                for (int rule = random.nextInt(2); rule < 2; rule++) {
                    entries.add(entry(random, rule, random.nextInt(2)));
                }
                assertThat(Asked.ask(lua, operation, entries))
                        .as("seed %d, step %d: %s %s at %d", seed, i, operation, entries, time.micros())
                        .isEqualTo(Asked.ask(java, operation, entries));
            }
        }
    }

    private static LeaseClaim entry(Random random, int rule, int who) {
        boolean changed = random.nextInt(10) == 0;
        int permits = changed ? 1 + random.nextInt(6) : 3;
        long lease = random.nextInt(100) == 0 ? 4 * SECOND : 10 * SECOND;
        ConcurrencyPolicy concurrency = new ConcurrencyPolicy("r" + rule, "", permits, lease, rule == 1);
        return new LeaseClaim(concurrency, "k" + who, "lease" + random.nextInt(12));
    }

    private static long step(Random random) {
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> 0;
            case 3 -> -random.nextLong(SECOND + 2);
            case 4 -> random.nextInt(5) == 0 ? -random.nextLong(30 * DAY) : -1;
            case 5 -> random.nextInt(20) == 0 ? 30 * DAY : 1;
            case 6 -> 10 * SECOND;
            default -> random.nextLong(2 * SECOND);
        };
    }

    /** Half of the holders die at work, without a word; their permits come back at the end of their leases, not before. */
    @Test
    void neverMoreThanFiveAtATimeWhoeverDies() throws Exception {
        ManualTimeSource time = new ManualTimeSource();
        ExecutorService pool = Executors.newFixedThreadPool(200);
        try (ManualClockRedis one = new ManualClockRedis(SERVER, prefix, time);
                ManualClockRedis two = new ManualClockRedis(SERVER, prefix, time)) {
            for (int round = 0; round < 5; round++) {
                int held = race(pool, List.of(one, two), round);
                while (Asked.decide(two, entry(permits(5), round + "+" + held))
                        .get(0)
                        .passed()) {
                    held++;
                }
                assertThat(held).as("held in round %d", round).isEqualTo(5);
                time.set(time.micros() + 10 * SECOND - 1);
                assertThat(Asked.decide(one, entry(permits(5), "early")).get(0).passed())
                        .isFalse();
                time.set(time.micros() + 1);
                one.endDue();
            }
        }
        pool.shutdown();
    }

    /** How many died holding a permit. */
    private static int race(ExecutorService pool, List<? extends Store> stores, int round) throws Exception {
        AtomicInteger atWork = new AtomicInteger();
        AtomicInteger dead = new AtomicInteger();
        CyclicBarrier start = new CyclicBarrier(200);
        List<Callable<Boolean>> holders = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Store store = stores.get(i % 2);
            boolean dies = i % 4 < 2;
            List<LeaseClaim> entry = entry(permits(5), round + "-" + i);
            holders.add(() -> {
                start.await(30, TimeUnit.SECONDS);
                for (int attempt = 0; attempt < 5; attempt++) {
                    if (Asked.decide(store, entry).get(0).passed()) {
                        assertThat(atWork.incrementAndGet()).isLessThanOrEqualTo(5);
                        if (dies) {
                            return dead.incrementAndGet() > 0;
                        }
                        atWork.decrementAndGet();
                        assertThat(Asked.ask(store, Operation.SUCCEED, entry)
                                        .get(0)
                                        .passed())
                                .isTrue();
                    }
                }
                return true;
            });
        }
        for (Future<Boolean> holder : pool.invokeAll(holders)) {
            assertThat(holder.get()).isTrue();
        }
        return dead.get();
    }
}
