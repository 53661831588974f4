package io.github.ostiary.redis;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.MovedRedis;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Redis store as it is, on a real server whose clock, and expiry with it, a {@link ManualTimeSource} moves. */
public final class ManualClockRedis implements Store {

    private final Store store;
    private final MovedRedis redis;
    private final TimeSource time;

    public ManualClockRedis(RedisServer server, String prefix, TimeSource time) {
        this.redis = new MovedRedis(server, prefix + "-clock", time.micros());
        this.store = RedisStore.open(RedisUri.parse(redis.uri()), prefix, Duration.ofSeconds(5), TimeSource.system());
        this.time = time;
    }

    private Store at() {
        endDue();
        return store;
    }

    /** Ends the keys whose time has come by the manual clock. */
    public synchronized List<String> endDue() {
        return redis.moveTo(time.micros());
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
            throws StoreException {
        return Asked.ask(at(), operation, claims);
    }

    @Override
    public SharedState sharedState() {
        return at().sharedState();
    }

    @Override
    public CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException {
        return at().counters(rule, cursor, max);
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
        redis.close();
    }
}
