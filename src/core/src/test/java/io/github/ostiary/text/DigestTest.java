package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a text too long to be kept. */
class DigestTest {

    /** Around the ends of what is read at once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4_095, 4_096, 4_097, 8_192, 100_000})
    void isTheBeginningOfTheTextsOwn(int length) throws Exception {
        String text = "aé漢𝄞z".repeat(length / 5 + 1).substring(0, length);
        byte[] sha = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_16BE));
        String whole = Base64.getUrlEncoder().withoutPadding().encodeToString(sha);
        if (length == 0 || !Character.isHighSurrogate(text.charAt(length - 1))) {
            assertThat(Digest.of(text)).isEqualTo(whole.substring(0, Digest.LENGTH));
        }
        assertThat(Digest.of(text)).hasSize(Digest.LENGTH).matches("[A-Za-z0-9_-]+");
    }

    /** A charset that replaces half a character would make them one. */
    @Test
    void halvesOfCharactersDiffer() {
        assertThat(Digest.of("\uD800")).isNotEqualTo(Digest.of("\uD801")).isNotEqualTo(Digest.of("?"));
    }
}
