package io.github.ostiary.redis;

import java.util.Arrays;
import java.util.Optional;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * A cluster as one server: follows MOVED and ASK, and repeats nothing else. Jedis's own attempts are switched off, since
 * they also repeat a call whose connection was cut after it was sent, and that call may have counted; a redirected one
 * has not run.
 */
final class Redirections implements Scripts.Server {

    private static final int MOST = 3;

    private final UnifiedJedis client;

    Redirections(UnifiedJedis client) {
        this.client = client;
    }

    @Override
    public Object execute(CommandObject<Object> command) {
        for (int followed = 0; ; followed++) {
            try {
                return client.executeCommand(command);
            } catch (JedisClusterOperationException e) {
                Optional<JedisRedirectionException> redirection = redirection(e);
                if (redirection.isEmpty() || followed == MOST) {
                    throw e;
                }
                if (redirection.get() instanceof JedisAskDataException ask
                        && client instanceof RedisClusterClient cluster) {
                    return ask(cluster, ask, command, e);
                }
            }
        }
    }

    /** Jedis has renewed its map of slots by then. */
    private static Optional<JedisRedirectionException> redirection(JedisClusterOperationException failure) {
        return Arrays.stream(failure.getSuppressed())
                .filter(JedisRedirectionException.class::isInstance)
                .map(JedisRedirectionException.class::cast)
                .findFirst();
    }

    /** The slot is on its way: this key is at its new place already. */
    private static Object ask(
            RedisClusterClient cluster,
            JedisAskDataException ask,
            CommandObject<Object> command,
            RuntimeException failure) {
        ConnectionPool pool = cluster.getClusterNodes().get(ask.getTargetNode().toString());
        if (pool == null) {
            throw failure;
        }
        try (Connection connection = pool.getResource()) {
            connection.executeCommand(Protocol.Command.ASKING);
            return connection.executeCommand(command);
        }
    }
}
