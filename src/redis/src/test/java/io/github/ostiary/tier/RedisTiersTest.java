package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.setup.GuardReset;
import org.junit.jupiter.api.Test;

/** What a guard says of its Redis before it asks it. */
class RedisTiersTest {

    @Test
    void aPortOutOfBoundsIsDenied() {
        assertThatThrownBy(
                        () -> Guard.builder().redis("redis://localhost:79989").build())
                .hasMessageContaining("the port 1 to 65535");
    }

    @Test
    void countersInRedisAreNotEmptied() {
        try (Guard shared = Guard.builder()
                .redis("redis://127.0.0.1:1")
                .limit("reply", "1/1h")
                .build()) {
            assertThatThrownBy(() -> GuardReset.reset(shared)).hasMessageContaining("set store=local in tests");
        }
    }
}
