package io.github.ostiary.redis;

import java.time.Duration;
import redis.clients.jedis.CommandFlagsRegistry;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.executors.ClusterCommandExecutor;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/**
 * Follows a cluster's redirections and tries other connections, as Jedis does, but never repeats a command that was sent:
 * it may have counted.
 */
final class OnceExecutor extends ClusterCommandExecutor {

    OnceExecutor(ClusterConnectionProvider nodes, int attempts, Duration budget, CommandFlagsRegistry flags) {
        super(nodes, attempts, budget, flags);
    }

    @Override
    protected <T> T execute(Connection connection, CommandObject<T> command) {
        try {
            return super.execute(connection, command);
        } catch (JedisConnectionException e) {
            throw new JedisClusterOperationException("the connection broke after the command was sent", e);
        }
    }
}
