package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References are drawn at random, and read as people write them. */
class ReferencesTest {

    private final References references = new References();

    @Test
    void theyAreApart() {
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            drawn.add(references.next());
        }
        assertThat(drawn).hasSizeGreaterThan(9_990).allMatch(one -> one.matches("[0-9A-HJKMNP-TV-Z]{8}"));
    }

    @Test
    void anyThreadDrawsTheNext() {
        assertThat(references.next()).isNotEqualTo(assertTimeoutPreemptively(Duration.ofSeconds(20), references::next));
    }

    @ParameterizedTest
    @CsvSource({
        "7F3KQ2ZD, 7F3KQ2ZD",
        "7f3kq2zd, 7F3KQ2ZD",
        "aazz0099, AAZZ0099",
        "oOiI1lL0, 00111110",
        "' 7F3K-Q2ZD ', 7F3KQ2ZD",
        "7-F-3-K-Q-2-Z-D, 7F3KQ2ZD",
        "'                        7F3KQ2ZD', 7F3KQ2ZD",
    })
    void itIsReadInAnyCaseWithSpacesAndHyphens(String typed, String reference) {
        assertThat(References.read(typed)).contains(reference);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7F3KQ2Z",
                "7F3KQ2ZDD",
                "7F3KQ2ZU",
                "7F3KQ2Z!",
                "7F3KQ2Z`",
                "7F3KQ2Z{",
                "                         7F3KQ2ZD"
            })
    void whatIsNoneIsNotRead(String typed) {
        assertThat(References.read(typed)).isEmpty();
    }
}
