package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON as it is written and read here, beside another parser's. */
class JsonTreeTest {

    private static final ObjectMapper OTHER = new ObjectMapper();

    private static String written(Object tree) {
        StringBuilder text = new StringBuilder();
        JsonTree.write(tree, text);
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "\"\\/",
                "\b\f\n\r\t\u0000\u001f\u007f",
                "\u00e9\u2028",
                "\ud83d\ude00",
                "\ud800",
                "],[{:",
                " a \\\" , : [ ",
            })
    void anotherParserReadsWhatIsWrittenAndTheOtherWayRound(String text) throws IOException {
        Object tree = List.of(text, Map.of(text, List.of(1L, true, List.of())), 0.5, false, -3L);
        assertThat(OTHER.readValue(written(tree), Object.class))
                .isEqualTo(OTHER.readValue(OTHER.writeValueAsString(tree), Object.class));
        assertThat(JsonTree.read(written(tree))).isEqualTo(tree);
        if (!text.contains("\ud800")) {
            assertThat(JsonTree.read(OTHER.writeValueAsString(tree))).isEqualTo(tree);
            assertThat(JsonTree.read(OTHER.writerWithDefaultPrettyPrinter().writeValueAsString(tree)))
                    .isEqualTo(tree);
        }
    }

    @Test
    void nullIsNothing() {
        assertThat(written(List.of(Optional.empty()))).isEqualTo("[null]");
        assertThat(JsonTree.read("[null]")).isEqualTo(List.of(Optional.empty()));
    }

    /** Between parts, and nowhere else. */
    @Test
    void whiteSpaceSaysNothing() {
        assertThat(JsonTree.read(" \t{ \"a b\"\r:\n[ 1 , true\t, \" \" ,null,[ ],{\n} ] } \n"))
                .isEqualTo(Map.of("a b", List.of(1L, true, " ", Optional.empty(), List.of(), Map.of())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[",
                "]",
                "[1",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1, ]",
                "- 1",
                "1 .2",
                "tr ue",
                "[\u00a01]",
                "[\f1]",
                "[\u000b1]",
                "1 x",
                "[1]x",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,\"a\":1}",
                "{\"a\":1,\"a\":2}",
                "{1:1}",
                "\"",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\u+123\"",
                "\"\\u-123\"",
                "\"\\u 123\"",
                "\"\t\"",
                "nul",
                "tru",
                "+",
                "1.2.3",
                "--1",
                "NaN",
                "Infinity",
                "0x1",
                "11111111111111111111111111",
                "[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]"
            })
    void anythingElseIsNone(String text) {
        assertThatThrownBy(() -> JsonTree.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
