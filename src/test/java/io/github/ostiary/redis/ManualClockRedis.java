package io.github.ostiary.redis;

import io.github.ostiary.Claim;
import io.github.ostiary.LockBook;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ZRangeParams;

/**
 * The Redis store on a real server, with only the script's clock replaced: it reads a key that is set from a {@link
 * ManualTimeSource} before each call, and keys expire by it too.
 */
public final class ManualClockRedis implements Store {

    private static final String CLOCK =
            """
            local function clock() return tonumber(redis.call('GET', '%1$s:clock')) end
            local function expire(key, micros)
              redis.call('ZADD', '%1$s:ends', string.format('%%.0f', clock() + micros), key)
              redis.call('PEXPIRE', key, 86400000)
            end
            local function put(key, text, micros)
              redis.call('SET', key, text)
              expire(key, micros)
            end
            """;

    private final Store store;
    private final String prefix;
    private final Jedis clock;
    private final TimeSource time;

    public ManualClockRedis(RedisServer server, String prefix, TimeSource time) {
        this.store = RedisStore.open(
                RedisUri.parse(server.uri()), prefix, Duration.ofSeconds(5), Script.decide(CLOCK.formatted(prefix)));
        this.clock = server.connect(Duration.ofSeconds(5));
        this.prefix = prefix;
        this.time = time;
    }

    private Store at() {
        endDue();
        return store;
    }

    /** Ends the keys whose time has come by the manual clock. */
    public synchronized List<String> endDue() {
        clock.set(prefix + ":clock", Long.toString(time.micros()));
        List<String> due = clock.zrange(prefix + ":ends", ZRangeParams.zrangeByScoreParams(0, time.micros()));
        for (String key : due) {
            clock.del(key);
            clock.zrem(prefix + ":ends", key);
        }
        return due;
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims) throws StoreException {
        return at().ask(operation, claims);
    }

    @Override
    public LockBook locks() throws StoreException {
        return at().locks();
    }

    @Override
    public void ping() throws StoreException {
        store.ping();
    }

    @Override
    public void close() {
        store.close();
        clock.close();
    }
}
