package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The table of keys in redis.md beside the keys that a guard writes. */
class RedisPageTest {

    private static final String PREFIX = "ostiary:/page-of-redis";
    private static final Key BOB = Key.principal("bob").and(Key.ip("203.0.113.7"));
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(PREFIX[^`]*)` \\| ([^|]+) \\| .* \\|$");

    /** Rules whose counters of BOB stay for a while, by name and algorithm. */
    private static final Map<String, String> LIMITS = Map.of(
            "log", "sliding-log",
            "fixed", "fixed-window",
            "window", "sliding-window",
            "tokens", "token-bucket",
            "leaky", "leaky-bucket");

    @Test
    void eachKeyHasItsRowAndEachRowItsKey() {
        RedisServer redis = RedisServer.shared();
        try (Guard guard = guard(redis)) {
            play(guard);
            Await.until(
                    () -> {
                        assertThat(redis.ask(RedisPageTest::withoutKeys)).isEmpty();
                        return true;
                    },
                    Duration.ofSeconds(20));
            assertThat(redis.ask(RedisPageTest::withoutRows)).isEmpty();
        }
    }

    private static Guard guard(RedisServer redis) {
        var builder = Guard.builder()
                .redis(redis.uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", PREFIX)
                .property("limit.month.rate", "10/month")
                .property("limit.month.notify", "10%")
                .property("limit.cost.rate", "100/month")
                .property("limit.cost.cost", "attribute:tokens")
                .property("limit.cost.reserve", "5")
                .property("concurrency.upload.permits", "3")
                .property("lockout.login.key", "principal + ip")
                .property("lockout.login.steps", "1/1h lock 1h")
                .listener(event -> {});
        LIMITS.forEach((name, algorithm) -> builder.property("limit." + name + ".rate", "10/10m")
                .property("limit." + name + ".algorithm", algorithm));
        return builder.build();
    }

    private static void play(Guard guard) {
        LIMITS.keySet().forEach(name -> guard.limiter(name).tryAcquire(BOB));
        guard.limiter("fixed").tryAcquire(Key.of("someone"));
        guard.limiter("fixed").reset(Key.of("someone"));
        guard.limiter("month").tryAcquire(BOB);
        assertThat(guard.limiter("cost").reserve(BOB, 5).allowed()).isTrue();
        assertThat(guard.semaphores("upload").tryEnter(BOB).decision().allowed())
                .isTrue();
        guard.lockouts("login").begin(BOB).failed();
        Key eve = Key.principal("eve").and(Key.ip("203.0.113.8"));
        guard.lockouts("login").begin(eve).failed();
        guard.lockouts("login").unlock(eve);
        guard.rules().override("limit.log.rate", "20/10m", Duration.ofHours(1), "as the page has it");
    }

    /** A probe is gone after a second, perhaps before it is looked for. */
    private static List<String> withoutKeys(Jedis jedis) {
        List<String> rows = new ArrayList<>(rows().keySet());
        rows.remove("PREFIX:1:probe");
        jedis.keys(PREFIX + "*")
                .forEach(key -> rows.removeIf(row -> pattern(row).matcher(key).matches()));
        return rows;
    }

    /** Or of another type than the row has; a key that has gone since is of none. */
    private static List<String> withoutRows(Jedis jedis) {
        List<String> keys = new ArrayList<>(jedis.keys(PREFIX + "*"));
        Map<String, String> rows = rows();
        keys.removeIf(key -> {
            String type = jedis.type(key).replace("zset", "sorted set");
            return type.equals("none")
                    || rows.entrySet().stream()
                            .anyMatch(row -> pattern(row.getKey()).matcher(key).matches()
                                    && row.getValue().contains(type));
        });
        return keys;
    }

    private static Map<String, String> rows() {
        Map<String, String> rows = new HashMap<>();
        ROW.matcher(Page.of("src/docs/redis.md").text()).results().forEach(row -> rows.put(row.group(1), row.group(2)));
        assertThat(rows).hasSize(16);
        return rows;
    }

    private static Pattern pattern(String row) {
        String words = row.replace("PREFIX", "\\E" + Pattern.quote(PREFIX) + "\\Q")
                .replace("IDENTITY", "\\E[A-Za-z0-9._-]{1,64}\\Q")
                .replace("RULE", "\\E[a-z.-]+\\Q")
                .replace("TOPIC", "\\E[a-z.-]+\\Q")
                .replace("PART", "\\E.+\\Q")
                .replace("…", "\\E.+\\Q");
        return Pattern.compile("\\Q" + words + "\\E");
    }
}
