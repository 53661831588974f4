package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {

    @Test
    void whatIsSeenStays() {
        assertThat(OneLine.of(" Größe <b>ß</b> 日本 😀 ", 40)).isEqualTo("Größe <b>ß</b> 日本 😀");
        assertThat(OneLine.of("", 40)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\r", "\n", "\0", "\u0085", "\u2028", "\u2029", "\u202e", "\u200b", "\ud800", "\udc00", "\ue000"
            })
    void nothingEndsTheLineOrHides(String sneaky) {
        assertThat(OneLine.of("a" + sneaky + "b", 40)).isEqualTo("a b");
    }

    @Test
    void whatIsLongIsCutBetweenCharacters() {
        assertThat(OneLine.of("x".repeat(1_000_000), 10)).isEqualTo("xxxxxxxxx…");
        assertThat(OneLine.of("xxxxxxxxxx", 10)).isEqualTo("xxxxxxxxxx");
        assertThat(OneLine.of("12345678😀😀", 10)).isEqualTo("12345678…");
        assertThat(OneLine.of(" ".repeat(50) + "x", 10)).as("cut first").isEmpty();
    }
}
