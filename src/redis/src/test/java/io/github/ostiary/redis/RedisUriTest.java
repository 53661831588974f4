package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {

    @Test
    void readsCredentialsAndDatabase() {
        RedisUri uri = RedisUri.parse("rediss://bob:a%2Fb%40c+d@db:7000/3");
        assertThat(uri.password()).isEqualTo("a/b@c+d");
        assertThat(uri.database()).isEqualTo(3);
        assertThat(uri.tls()).isTrue();
        assertThat(uri.toString()).isEqualTo("[db:7000]");
    }

    /** Whoever forgets to escape a password gets no part of it back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:hunter2x/y@db",
                "redis://:x%hunter2x@db",
                "redis://user:hunter2x/hunter2x@db",
                "redis://user/hunter2x@db",
                "redis://db/hunter2x",
                "redis+sentinel://:hunter2x#/main",
                "hunter2x://db",
            })
    void repeatsNothingThatMayBeASecret(String text) {
        assertThatThrownBy(() -> RedisUri.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hunter")
                .hasMessageContaining("write redis://")
                .hasNoCause();
    }
}
