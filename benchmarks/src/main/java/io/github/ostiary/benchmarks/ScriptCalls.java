package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/** Ostiary's own script with the words of its own store, without the store's batching: one call is what is said here. */
final class ScriptCalls {

    private static final String PREFIX = "cost";
    private static final String CLOCK = "local time = call('TIME')\n  return time[1] * 1000000 + time[2]";
    private static final String SHIFTED = CLOCK + " - call('GET', 'shift')";

    private final UnifiedJedis client;
    private final byte[] now;
    private final byte[] shifted;
    private final Constructor<?> wire = open("ScriptCall").getDeclaredConstructor();
    private final Method add = open("ScriptCall").getDeclaredMethod("add", String.class, Operation.class, List.class);
    private final Field keys = open("ScriptCall").getDeclaredField("keys");
    private final Field arguments = open("ScriptCall").getDeclaredField("arguments");

    ScriptCalls(UnifiedJedis client) throws ReflectiveOperationException {
        this.client = client;
        String script = new String(RedisProcess.script(), UTF_8);
        if (!script.contains(CLOCK)) {
            throw new IllegalStateException("clock.lua reads another");
        }
        now = load(script);
        shifted = load(script.replace(CLOCK, SHIFTED));
        wire.setAccessible(true);
        add.setAccessible(true);
        keys.setAccessible(true);
        arguments.setAccessible(true);
    }

    private byte[] load(String script) {
        return client.scriptLoad(script).getBytes(UTF_8);
    }

    /** One call with that many decisions on a charge; whether the last one passed. */
    boolean decide(Charge charge, int decisions) {
        return call(now, charge, decisions);
    }

    /** Says how many microseconds ago {@link #decideShifted} takes place. */
    void shift(long micros) {
        client.set("shift", Long.toString(micros));
    }

    /** One call with that many decisions on a charge, in the past. */
    void decideShifted(Charge charge, int decisions) {
        call(shifted, charge, decisions);
    }

    /** Bytes of a charge's key. */
    long bytes(Charge charge) {
        return client.memoryUsage(
                PREFIX + ":1:{" + charge.identity() + "}:" + charge.rule() + ":" + charge.letter() + charge.counter(),
                0);
    }

    private boolean call(byte[] sha, Charge charge, int decisions) {
        try {
            Object words = wire.newInstance();
            for (int i = 0; i < decisions; i++) {
                add.invoke(words, PREFIX, Operation.DECIDE, List.of(charge));
            }
            List<?> replies = (List<?>) client.evalsha(sha, strings(keys.get(words)), strings(arguments.get(words)));
            List<?> last = (List<?>) replies.get(decisions - 1);
            return last.size() == 2 || last.get(0).equals(1L);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<byte[]> strings(Object words) {
        return (List<byte[]>) words;
    }

    private static Class<?> open(String name) throws ClassNotFoundException {
        return Class.forName("io.github.ostiary.redis." + name);
    }
}
