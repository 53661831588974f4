package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import org.junit.jupiter.api.Test;

/** What a guard says of its Redis before it asks it. */
class RedisTiersTest {

    @Test
    void aPortOutOfBoundsIsDenied() {
        assertThatThrownBy(
                        () -> Guard.builder().redis("redis://localhost:79989").build())
                .hasMessageContaining("the port 1 to 65535");
    }
}
