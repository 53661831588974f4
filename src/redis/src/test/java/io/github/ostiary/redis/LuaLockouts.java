package io.github.ostiary.redis;

import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.LockoutBackend;
import io.github.ostiary.testing.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/** The script on a real server with the clock of a test; keys expire by it too. */
public final class LuaLockouts implements LockoutBackend, AutoCloseable {

    private static final String CLOCK =
            """
            local function clock() return tonumber(redis.call('GET', '%1$s:clock')) end
            local function expire(key, micros) end
            local function keep(key, terms) end
            local function put(key, text, micros)
              redis.call('SET', key, text, 'PX', 86400000)
              redis.call('SET', key .. ':end', string.format('%%.0f', clock() + micros), 'PX', 86400000)
            end
            return { clock = clock, expire = expire, put = put, keep = keep }
            """;

    private final String prefix = "lockouts:" + UUID.randomUUID();
    private final UnifiedJedis jedis =
            RedisClient.create("127.0.0.1", RedisServer.shared().port());
    private final Jedis loader = RedisServer.shared().connect(Duration.ofSeconds(30));
    private final LoadedScript script = new LoadedScript(loader, Script.decide(CLOCK.formatted(prefix)));
    private final ManualTimeSource time;

    public LuaLockouts(ManualTimeSource time) {
        this.time = time;
    }

    @Override
    public Verdict ask(Operation operation, AttemptClaim reservation) {
        try {
            Object reply = run(operation.name().toLowerCase(Locale.ROOT), reservation);
            return ScriptArguments.verdicts(reply, List.of(reservation)).get(0);
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void lock(LockoutPolicy policy, String identity, long micros, String reason) {
        String length = Long.toString(micros == Verdict.NEVER ? -1 : micros);
        run("lock", new AttemptClaim(policy, identity, length, Purpose.ATTEMPT, new Traits(reason, "", ""), identity));
    }

    @Override
    public void unlock(LockoutPolicy policy, String identity, long agoMicros) {
        run("unlock", new AttemptClaim(policy, identity, Long.toString(agoMicros), Purpose.ATTEMPT, Traits.NONE, ""));
    }

    @Override
    public boolean admit(AttemptClaim from, long mark) {
        AttemptClaim claim = new AttemptClaim(
                from.policy(), from.identity(), Long.toString(mark), Purpose.ATTEMPT, from.traits(), "");
        return (Long) ((List<?>) run("admit", claim)).get(0) == 1;
    }

    @Override
    public LockState state(LockoutPolicy policy, String identity) {
        return LockoutCodec.state(
                (List<?>) run("state", new AttemptClaim(policy, identity, "", Purpose.ATTEMPT, Traits.NONE, "")));
    }

    @Override
    public LockDetail look(LockoutPolicy policy, String identity) {
        return LockoutCodec.seen(
                (List<?>) run("state", new AttemptClaim(policy, identity, "", Purpose.ATTEMPT, Traits.NONE, "")));
    }

    @Override
    public void restore(KeptLock lock) {
        jedis.del(ScriptArguments.key(prefix, lock.claim()) + ":unlocked");
        run("restore", lock.claim());
    }

    private Object run(String operation, AttemptClaim reservation) {
        String key = ScriptArguments.key(prefix, reservation);
        String end = jedis.get(key + ":end");
        if (end != null && time.micros() >= Long.parseLong(end)) {
            jedis.del(key, key + ":end");
        }
        jedis.set(
                prefix + ":clock",
                Long.toString(time.micros()),
                SetParams.setParams().ex(86_400));
        ScriptArguments wire = new ScriptArguments().add(prefix, operation, List.of(reservation));
        List<?> replies = (List<?>) jedis.executeCommand(script.call(wire));
        Object reply = replies.get(0);
        if (reply instanceof byte[] error) {
            throw new AssertionError(new String(error, StandardCharsets.UTF_8));
        }
        return reply;
    }

    @Override
    public void close() {
        script.close();
        loader.close();
        jedis.close();
    }
}
