package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.github.ostiary.MalformedCallException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMemberTest {

    private static JsonMember find(String json, String path) {
        return JsonMember.find(json, path.split("\\."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"user":"bob"}                                   | user      | bob
                    {"a":[{"user":"eve"}],"user":"bob"}              | user      | bob
                    {"user":{"name":"bob","x":{"name":"eve"}}}       | user.name | bob
                    {"u\\u0073er":"b\\u006fb"}                       | user      | bob
                    {"user":4711}                                    | user      | 4711
                    {"user":-7}                                      | user      | -7
                    {"user.name":"eve","user":{"name":"bob"}}        | user.name | bob
                    """)
    void findsTextAndWholeNumbers(String json, String path, String expected) {
        assertThat(find(json, path)).isEqualTo(new JsonMember(expected, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"x\":1}", "{\"user\":null}", "{\"other\":{\"user\":\"bob\"}}"})
    void whatIsNotThereIsAbsent(String json) {
        assertThat(find(json, "user")).isEqualTo(new JsonMember(null, false));
    }

    /** Applications that unwrap, coerce or ignore case may find a name in each of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"user\":[\"bob\"]}",
                "{\"user\":{\"x\":1}}",
                "{\"user\":true}",
                "{\"user\":1.0}",
                "{\"user\":-0}",
                "{\"user\":1e2}",
                "{\"User\":\"bob\"}",
                "{\"user\":\"bob\",\"USER\":\"eve\"}",
                "{\"USER\":\"eve\",\"user\":\"bob\"}",
                "[{\"user\":\"bob\"}]",
                "\"bob\"",
                "null",
                "7"
            })
    void whatMayBeReadAsANameIsUnclear(String json) {
        assertThat(find(json, "user")).isEqualTo(new JsonMember(null, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"user\":\"bob\"",
                "{'user':'bob'}",
                "{user:\"bob\"}",
                "{\"user\":\"bob\",}",
                "{\"user\":\"bob\"}{\"user\":\"eve\"}",
                "{\"user\":\"bob\"} x",
                "{\"user\":\"bob\",\"user\":\"eve\"}",
                "{\"user\":\"bob\",\"u\\u0073er\":\"eve\"}",
                "{\"a\":{\"x\":1,\"x\":2},\"user\":\"bob\"}",
                "{\"user\":\"b\nob\"}",
                "{\"user\":007}",
                "{\"user\":\"bob\"/* x */}",
                "{\"user\":NaN}"
            })
    void whatParsersReadDifferentlyIsNoJson(String json) {
        assertThatThrownBy(() -> find(json, "user")).isInstanceOf(MalformedCallException.class);
    }

    @Test
    void aDeepBodyIsRefusedAndNoStackOverflow() {
        assertThatThrownBy(() -> find("{\"a\":".repeat(10_000), "user")).isInstanceOf(MalformedCallException.class);
        assertThatThrownBy(() -> find("[".repeat(60_000), "user")).isInstanceOf(MalformedCallException.class);
    }

    @Test
    void anyTextComesBackAsItWasWritten() {
        Random random = new Random(20_261_122);
        for (int i = 0; i < 2_000; i++) {
            String name = text(random);
            String json = "{\"" + quoted("x" + text(random)) + "\":\"" + quoted(text(random)) + "\",\"in\":{\"user\":\""
                    + quoted(name) + "\"}}";
            assertThat(find(json, "in.user")).as(json).isEqualTo(new JsonMember(name, false));
        }
    }

    /** With many that JSON has to escape. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(40);
        for (int i = 0; i < length; i++) {
            int bound = random.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT + 1;
            int character = random.nextInt(bound);
            text.appendCodePoint(Character.getType(character) == Character.SURROGATE ? '"' : character);
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }
}
