package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTimeTest {

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-11-22T10:00:00.123456Z", "9999-12-31T23:59:59.999999Z"})
    void whatIsWrittenIsRead(Instant at) {
        assertThat(StoredTime.read(StoredTime.text(at))).isEqualTo(at);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "253402300800000000", "9223372036854775807", "-9223372036854775808", "soon", "", "1e3"})
    void whatNoNodeHasWrittenIsDenied(String text) {
        assertThatThrownBy(() -> StoredTime.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
