package io.github.ostiary.redis;

import java.nio.charset.StandardCharsets;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** A script on a real server, as a function where that has functions: what it keeps from call to call is tested, too. */
final class LoadedScript implements AutoCloseable {

    private static final CommandObjects COMMANDS = new CommandObjects(RedisProtocol.RESP2);

    private final Jedis jedis;
    private final Script script;
    private final boolean function;

    LoadedScript(Jedis jedis, Script script) {
        this.jedis = jedis;
        this.script = script;
        this.function = loadsFunctions();
        if (!function) {
            jedis.scriptLoad(script.text());
        }
    }

    private boolean loadsFunctions() {
        try {
            jedis.functionLoad(script.library());
            return true;
        } catch (JedisDataException e) {
            return false;
        }
    }

    CommandObject<Object> call(ScriptArguments wire) {
        return function
                ? COMMANDS.fcall(script.name().getBytes(StandardCharsets.US_ASCII), wire.keys, wire.arguments)
                : COMMANDS.evalsha(script.sha(), wire.keys, wire.arguments);
    }

    /** Leaves no library behind. */
    @Override
    public void close() {
        if (function) {
            jedis.functionDelete(script.name());
        }
    }
}
