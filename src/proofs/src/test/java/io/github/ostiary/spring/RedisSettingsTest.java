package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.redis.RedisUri;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

class RedisSettingsTest {

    private static final JedisClientConfiguration PLAIN =
            JedisClientConfiguration.builder().build();
    private static final JedisClientConfiguration TLS =
            JedisClientConfiguration.builder().useSsl().build();

    private static RedisStandaloneConfiguration server() {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("redis.internal", 6380);
        server.setDatabase(2);
        server.setUsername("shop");
        server.setPassword("p@s/s:w%rd +");
        return server;
    }

    private static Optional<String> uri(JedisConnectionFactory factory) {
        return RedisSettings.of(factory).uri();
    }

    @Test
    void aServerWithUserAndPasswordIsAsItWasTyped() {
        RedisUri uri =
                RedisUri.parse(uri(new JedisConnectionFactory(server(), PLAIN)).orElseThrow());
        assertThat(uri.user()).isEqualTo("shop");
        assertThat(uri.password()).isEqualTo("p@s/s:w%rd +");
        assertThat(uri.database()).isEqualTo(2);
        assertThat(uri.hosts()).hasToString("[redis.internal:6380]");
        assertThat(uri.tls()).isFalse();
        assertThat(RedisUri.parse(uri(new JedisConnectionFactory(server(), TLS)).orElseThrow())
                        .tls())
                .isTrue();
    }

    @Test
    void aServerWithoutAPasswordNeedsNone() {
        assertThat(uri(new JedisConnectionFactory(new RedisStandaloneConfiguration("::1", 6379), PLAIN)))
                .contains("redis://[::1]:6379/0");
    }

    @Test
    void sentinelsAndAClusterAreKnown() {
        RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration()
                .master("main")
                .sentinel("s1", 26379)
                .sentinel("s2", 26380);
        sentinel.setPassword("secret");
        assertThat(uri(new JedisConnectionFactory(sentinel, PLAIN)))
                .contains("redis+sentinel://:secret@s1:26379,s2:26380/main");
        RedisClusterConfiguration cluster = new RedisClusterConfiguration(List.of("c1:7000", "c2:7001"));
        assertThat(uri(new JedisConnectionFactory(cluster, PLAIN))).contains("redis+cluster://c1:7000,c2:7001");
    }

    @Test
    void whatOurUriHasNoWordForIsLeftAlone() {
        RedisSentinelConfiguration sentinel =
                new RedisSentinelConfiguration().master("main").sentinel("s1", 26379);
        assertThat(uri(new JedisConnectionFactory(sentinel, TLS))).isEmpty();
        sentinel.setSentinelPassword("secret");
        assertThat(uri(new JedisConnectionFactory(sentinel, PLAIN))).isEmpty();
        assertThat(RedisSettings.of(new JedisConnectionFactory(server(), PLAIN)).toString())
                .doesNotContain("p@s");
    }
}
