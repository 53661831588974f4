package io.github.ostiary.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

class RedisServerTest {

    @Test
    void countsCommandsAndForgetsOnFlush() {
        RedisServer redis = RedisServer.shared();
        long before = redis.commandCount("set");
        redis.ask(jedis -> jedis.set("RedisServerTest", "1"));
        assertThat(redis.commandCount("SET")).isEqualTo(before + 1);
        assertThat(redis.commandCount("no-such-command")).isZero();
    }

    @Test
    void comesBackEmptyOnTheSamePort() {
        try (RedisServer redis = RedisServer.start("--maxmemory", "64mb")) {
            redis.ask(jedis -> jedis.set("k", "v"));
            redis.kill();
            assertThatThrownBy(() -> redis.ask(Jedis::ping)).isInstanceOf(JedisConnectionException.class);
            redis.restart();
            String value = redis.ask(jedis -> jedis.get("k"));
            assertThat(value).isNull();
            String memory = redis.ask(jedis -> jedis.configGet("maxmemory").get("maxmemory"));
            assertThat(memory).isEqualTo("67108864");
        }
    }

    @Test
    void hangsWhilePaused() {
        try (RedisServer redis = RedisServer.start();
                Jedis impatient = redis.connect(Duration.ofMillis(200))) {
            impatient.ping();
            redis.pause();
            assertThatThrownBy(impatient::ping).isInstanceOf(JedisConnectionException.class);
            redis.resume();
            String answer = redis.ask(Jedis::ping);
            assertThat(answer).isEqualTo("PONG");
        }
    }

    @Test
    void clusterSpreadsKeys() {
        try (RedisCluster cluster = RedisCluster.start()) {
            assertThat(cluster.nodes()).hasSize(3);
            assertThat(cluster.uri()).startsWith("redis+cluster://127.0.0.1:").contains(",");
            long owners = cluster.nodes().stream()
                    .filter(node -> {
                        try {
                            return node.ask(jedis -> jedis.set("{a}", "1")).equals("OK");
                        } catch (redis.clients.jedis.exceptions.JedisMovedDataException e) {
                            return false;
                        }
                    })
                    .count();
            assertThat(owners).isEqualTo(1);
        }
    }
}
