package io.github.ostiary.redis;

import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** Runs a script by its digest; by its text only when the server says that it does not know it and so ran nothing. */
final class Scripts {

    private Scripts() {}

    static Object run(UnifiedJedis client, Script script, Wire wire) {
        try {
            return client.evalsha(script.sha(), wire.keys, wire.arguments);
        } catch (JedisNoScriptException e) {
            return client.eval(script.text(), wire.keys, wire.arguments);
        }
    }
}
