package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A properties file, and what Java's own reader forgives. */
class PropertiesTextTest {

    private final Problems problems = new Problems();

    private Map<String, String> parse(String text) {
        return PropertiesText.parse(text, "/WEB-INF/ostiary.properties", problems);
    }

    @Test
    void readsValuesInTheFilesOrder() {
        Map<String, String> values = parse("\uFEFFb = 2 \n# a comment\n! another\na:1\nlong=x,\\\n  y\nempty=\n");
        assertThat(values)
                .containsExactly(
                        Map.entry("b", "2"), Map.entry("a", "1"), Map.entry("long", "x,y"), Map.entry("empty", ""));
        assertThat(problems.sentences()).isEmpty();
    }

    @Test
    void ofAKeyThatIsThereTwiceTheFirstCountsAndItIsSaid() {
        assertThat(parse("a=1\na=2\n")).containsEntry("a", "1");
        assertThat(problems.sentences()).containsExactly("duplicate key 'a'; keep one of its lines");
    }

    @Test
    void aCommentBehindAValueIsNotPartOfIt() {
        assertThat(parse("a=10/1m # per caller\nb=x#y\nc=# nothing\n"))
                .containsEntry("a", "10/1m")
                .containsEntry("b", "x#y")
                .containsEntry("c", "");
        assertThat(problems.sentences()).hasSize(2).allMatch(each -> each.contains("put the comment on another line"));
    }

    @Test
    void anUnfinishedEscapeIsToldWithTheFile() {
        parse("a=C:\\users\n");
        assertThat(problems.sentences()).singleElement().asString().contains("/WEB-INF/ostiary.properties", "\\\\u");
    }
}
