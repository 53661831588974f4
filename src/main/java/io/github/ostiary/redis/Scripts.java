package io.github.ostiary.redis;

import redis.clients.jedis.CommandObject;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** Runs a script by its digest; by its text only when the server says that it does not know it and so ran nothing. */
final class Scripts {

    /** The server a command is sent to. */
    interface Server {

        <T> T executeCommand(CommandObject<T> command);
    }

    private static final CommandObjects COMMANDS = new CommandObjects(RedisProtocol.RESP2);

    private Scripts() {}

    static Object run(Server server, Script script, ScriptCall wire) {
        try {
            return server.executeCommand(COMMANDS.evalsha(script.sha(), wire.keys, wire.arguments));
        } catch (JedisNoScriptException e) {
            return server.executeCommand(COMMANDS.eval(script.text(), wire.keys, wire.arguments));
        }
    }
}
