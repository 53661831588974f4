package io.github.ostiary.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b",
                "a/b; x=y",
                "a/b;charset=utf-8",
                "a/b; Charset = \"UTF8\"",
                "a/b; charset=utf-8; charset=UTF-8"
            })
    void whatNamesNoOtherCharsetIsInIt(String type) {
        assertThat(MediaType.isIn(type, UTF_8)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b; charset=utf-16le",
                "a/b; charset=utf-8; charset=utf-16le",
                "a/b; charset=utf-16le; charset=utf-8",
                "a/b; x-charset=utf-8; CHARSET=utf-16le",
                "a/b; x=\"charset=utf-8\"; charset=ibm037",
                "a/b; x=\"; charset=utf-8\"; charset=ibm037",
                "a/b; charset =utf-16le",
                "a/b; charset*=utf-8''utf-8",
                "a/b; charset=",
                "a/b; charset=none"
            })
    void oneOfSeveralIsEnoughNotToBe(String type) {
        assertThat(MediaType.isIn(type, UTF_8)).isFalse();
    }

    @Test
    void otherNamesOfACharsetAreIt() {
        assertThat(MediaType.isIn("a/b; charset=latin1", ISO_8859_1)).isTrue();
        assertThat(MediaType.isIn("a/b; charset=utf-8", ISO_8859_1)).isFalse();
        assertThat(MediaType.isIn(null, UTF_8)).isTrue();
    }
}
