package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Tuple;

/**
 * Format 1 of keys and values, byte by byte as 0.1.0 writes it: nodes of two versions share a Redis. What differs gets
 * another number in its keys, or nodes of both versions read both; {@code -Dformat.write=true} writes the list anew, for
 * a form that older nodes read, too.
 */
class Format1Test {

    private static final Path LIST = Path.of("src/redis/src/test/resources/format-1.txt");
    private static final RedisServer SERVER = RedisServer.shared();
    private static final long SECOND = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-12-01T10:00:00Z"));
    private final String prefix = "format:" + UUID.randomUUID();
    private final ManualClockRedis store = new ManualClockRedis(SERVER, prefix, time);
    private final Jedis jedis = SERVER.connect(java.time.Duration.ofSeconds(5));

    @AfterEach
    void close() {
        jedis.close();
        store.close();
    }

    private static List<Limit> limits() {
        List<Limit> limits = new ArrayList<>();
        for (Algorithm algorithm : Algorithm.values()) {
            limits.add(limit(algorithm, algorithm == Algorithm.CALENDAR ? "5/day" : "5/1h"));
        }
        return limits;
    }

    private static Limit limit(Algorithm algorithm, String rate) {
        Rate parsed = Rate.parseAll(rate).get(0);
        String rule = "r" + algorithm.ordinal();
        return new Limit(new LimitId(rule, rule, "0"), algorithm, parsed, 0, false, false);
    }

    private static LeaseClaim lease(String id) {
        return new LeaseClaim(new ConcurrencyPolicy("c", "", 3, 600 * SECOND, false), "k", id);
    }

    private static LockoutPolicy lockout(String name) {
        return LockoutPolicies.policy()
                .lock(2, 60, 900, 2, 3)
                .challenge(1, 600)
                .exempt(86_400)
                .memory(3_600)
                .named(name);
    }

    /** A little of everything that a counter may hold. */
    private void fill(Store into) throws StoreException {
        for (Limit limit : limits()) {
            Asked.decide(into, List.of(new Charge(limit, "k", 1)));
        }
        time.set(time.micros() + 61 * SECOND + 7);
        for (Limit limit : limits()) {
            Asked.decide(into, List.of(new Charge(limit, "k", 2)));
        }
        Asked.decide(into, List.of(lease("a")));
        time.set(time.micros() + SECOND);
        Asked.decide(into, List.of(lease("b")));
        attempt(into, "failed", Operation.FAIL);
        attempt(into, "known", Operation.SUCCEED);
        attempt(into, "locked", Operation.FAIL);
        attempt(into, "locked", Operation.FAIL);
        Asked.decide(into, List.of(LockoutPolicies.attempt(lockout("open"), "one", "", "2.ip")));
    }

    private void attempt(Store into, String rule, Operation end) throws StoreException {
        time.set(time.micros() + SECOND);
        Claim attempt = LockoutPolicies.attempt(lockout(rule), "id" + time.micros() % 7, "", "2.ip");
        Asked.decide(into, List.of(attempt));
        Asked.ask(into, end, List.of(attempt));
    }

    /** What the counters say next. */
    private List<Verdict> next() throws StoreException {
        time.set(time.micros() + 3 * SECOND);
        List<Claim> claims = new ArrayList<>();
        limits().forEach(limit -> claims.add(new Charge(limit, "k", 1)));
        claims.add(lease("c"));
        for (String rule : List.of("failed", "known", "locked", "open")) {
            claims.add(LockoutPolicies.attempt(lockout(rule), "two", "", "2.ip"));
        }
        List<Verdict> said = new ArrayList<>();
        for (Claim claim : claims) {
            said.addAll(Asked.decide(store, List.of(claim)));
        }
        return said;
    }

    private String kept() {
        StringBuilder kept = new StringBuilder();
        for (String key : new TreeSet<>(jedis.keys(prefix + ":1:*"))) {
            String name = key.substring(prefix.length());
            if (name.contains("{")) {
                String type = jedis.type(key);
                kept.append(name).append(' ').append(type);
                values(key, type).forEach(value -> kept.append(' ').append(value));
                kept.append('\n');
            }
        }
        return kept.toString();
    }

    private List<String> values(String key, String type) {
        byte[] raw = key.getBytes(StandardCharsets.UTF_8);
        List<String> values = new ArrayList<>();
        switch (type) {
            case "string" -> values.add(hex(jedis.get(raw)));
            case "list" -> jedis.lrange(raw, 0, -1).forEach(value -> values.add(hex(value)));
            case "zset" -> {
                for (Tuple entry : jedis.zrangeWithScores(raw, 0, -1)) {
                    values.add((long) entry.getScore() + "=" + hex(entry.getBinaryElement()));
                }
            }
            case "hash" -> {
                Map<String, String> fields = new TreeMap<>();
                jedis.hgetAll(raw).forEach((field, value) -> fields.put(hex(field), hex(value)));
                fields.forEach((field, value) -> values.add(field + "=" + value));
            }
            default -> throw new AssertionError(key + " is a " + type);
        }
        return values;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Puts the values of a list where the counters are. */
    private void put(List<String> lines) {
        for (String line : lines) {
            String[] words = line.split(" ");
            byte[] key = (prefix + words[0]).getBytes(StandardCharsets.UTF_8);
            for (int i = 2; i < words.length; i++) {
                int equals = words[i].indexOf('=');
                byte[] value = HexFormat.of().parseHex(words[i].substring(equals + 1));
                switch (words[1]) {
                    case "string" -> jedis.set(key, value);
                    case "list" -> jedis.rpush(key, value);
                    case "zset" -> jedis.zadd(key, Long.parseLong(words[i].substring(0, equals)), value);
                    default -> jedis.hset(key, HexFormat.of().parseHex(words[i].substring(0, equals)), value);
                }
            }
        }
    }

    @Test
    void countersAreWrittenAsInTheFirstRelease() throws Exception {
        fill(store);

        if (Boolean.getBoolean("format.write")) {
            Files.writeString(LIST, kept());
        }
        assertThat(kept()).isEqualTo(Files.readString(LIST));
    }

    @Test
    void aNodeGoesOnFromWhatAnotherVersionWrote() throws StoreException, IOException {
        long begin = time.micros();
        fill(store);
        List<Verdict> itself = next();
        jedis.del(jedis.keys(prefix + ":1:{*").toArray(String[]::new));
        time.set(begin + 66 * SECOND + 7);

        put(Files.readAllLines(LIST));

        assertThat(next()).isEqualTo(itself);
        assertThat(itself).anyMatch(Verdict::passed).anyMatch(said -> !said.passed());
    }
}
