package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What paths a pattern is about, and what is said of one that is none. */
class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/a, /a, true",
        "/a, /a/b, false",
        "/a/*, /a, true",
        "/a/*, /a/b/c, true",
        "/a/*, /ab, false",
        "/*, /, true",
        "*.do, /x/y.do, true",
        "*.do, /x/y.dot, false",
        "/posts/*/replies, /posts/7/replies, true",
        "/posts/*/replies, /posts/replies, false",
        "/posts/*/replies, /posts/7/8/replies, false",
    })
    void matches(String pattern, String path, boolean matches) {
        assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    /** The path is empty where the pattern is about several. */
    @ParameterizedTest
    @CsvSource({
        "' /a//b/ ', /a/b, /a/b",
        "/, /, /",
        "/*, /*, ''",
        "/a/*, /a/*, ''",
        "/posts/*/replies, /posts/*/replies, ''",
        "*.do, *.do, ''",
        "*.x.do, *.x.do, ''",
    })
    void isWrittenWithoutWhatDoesNotCount(String text, String pattern, String path) {
        assertThat(PathPattern.parse(text)).hasToString(pattern);
        assertThat(PathPattern.parse(text).exact().orElse("")).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/**, write /api/* for it and all below",
        "/**, write /* for it and all below",
        "/a/**/b, write /a/* for a subtree",
        "api/*, is not a path",
        "*., is not a path",
        "*.d*o, is not a path",
        "*.a/b, is not a path",
        "/a/*b/c, has a * within a segment",
        "/a*, has a * within a segment",
        "/users/{id}, a * stands for one segment",
    })
    void saysWhatToWriteInstead(String pattern, String remedy) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + pattern + "'")
                .hasMessageContaining(remedy);
    }
}
