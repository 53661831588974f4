package io.github.ostiary.spring;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * The settings that a connection factory of Spring Data Redis has been given. Immutable; prints no password.
 *
 * @param known whether it connects in a way that is known
 */
record RedisSettings(
        boolean known,
        boolean tls,
        @Nullable RedisStandaloneConfiguration server,
        @Nullable RedisSentinelConfiguration sentinel,
        @Nullable RedisClusterConfiguration cluster) {

    /** Asks a factory. */
    static RedisSettings of(RedisConnectionFactory factory) {
        if (isThere("io.lettuce.core.RedisClient") && factory instanceof LettuceConnectionFactory lettuce) {
            return new RedisSettings(
                    lettuce.getSocketConfiguration() == null,
                    lettuce.isUseSsl(),
                    lettuce.getStandaloneConfiguration(),
                    lettuce.getSentinelConfiguration(),
                    lettuce.getClusterConfiguration());
        }
        if (isThere("redis.clients.jedis.Jedis") && factory instanceof JedisConnectionFactory jedis) {
            return new RedisSettings(
                    true,
                    jedis.isUseSsl(),
                    jedis.getStandaloneConfiguration(),
                    jedis.getSentinelConfiguration(),
                    jedis.getClusterConfiguration());
        }
        return new RedisSettings(false, false, null, null, null);
    }

    private static boolean isThere(String type) {
        return ClassUtils.isPresent(type, RedisSettings.class.getClassLoader());
    }

    /** The address as {@code redis.uri} has it; empty if that has no word for it. */
    Optional<String> uri() {
        if (!known) {
            return Optional.empty();
        }
        if (cluster != null) {
            return tls
                    ? Optional.empty()
                    : Optional.of("redis+cluster://" + user(cluster.getUsername(), cluster.getPassword())
                            + hosts(cluster.getClusterNodes()));
        }
        if (sentinel != null) {
            boolean fits = !tls
                    && sentinel.getDatabase() == 0
                    && sentinel.getMaster() != null
                    && !sentinel.getSentinelPassword().isPresent();
            return fits
                    ? Optional.of("redis+sentinel://" + user(sentinel.getUsername(), sentinel.getPassword())
                            + hosts(sentinel.getSentinels()) + "/"
                            + sentinel.getMaster().getName())
                    : Optional.empty();
        }
        return server == null
                ? Optional.empty()
                : Optional.of((tls ? "rediss://" : "redis://") + user(server.getUsername(), server.getPassword())
                        + host(server.getHostName(), server.getPort()) + "/" + server.getDatabase());
    }

    private static String user(@Nullable String name, RedisPassword password) {
        String secret = password.toOptional().map(String::new).orElse("");
        return secret.isEmpty() ? "" : encoded(name == null ? "" : name) + ":" + encoded(secret) + "@";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String hosts(Set<RedisNode> nodes) {
        List<String> hosts = new ArrayList<>();
        nodes.forEach(node -> hosts.add(host(String.valueOf(node.getHost()), node.getPort())));
        return String.join(",", hosts);
    }

    private static String host(String name, @Nullable Integer port) {
        return (name.contains(":") && !name.startsWith("[") ? "[" + name + "]" : name)
                + (port == null ? "" : ":" + port);
    }

    @Override
    public String toString() {
        return "RedisSettings[" + known + "]";
    }
}
