package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RpcCallTest {

    private static final Denial DENIAL = new Denial(
            429,
            "about:blank",
            "rate-limited",
            "Too Many Requests",
            "Wait.",
            OptionalLong.of(3),
            List.of(),
            "7F3KQ2ZD");

    private static RpcCall call(String member) {
        return RpcCall.find("{\"jsonrpc\":\"2.0\",\"method\":\"m\"" + (member.isEmpty() ? "" : "," + member)
                + ",\"params\":{\"id\":9}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"id\":7|7",
                "\"id\":-1.5e3|-1.5e3",
                "\"id\":\"a\\u0022<\\/script>\"|\"a\\\"\\u003c/script\\u003e\"",
                "\"\\u0069d\":\"b\"|\"b\"",
                "\"id\":null|null",
                "\"id\":true|null",
                "\"id\":{\"id\":1}|null",
                "\"id\":[1]|null",
                "\"x\":{\"id\":1}|null"
            })
    void theIdOfTheCallIsSentBack(String member, String id) {
        assertThat(call(member)).isEqualTo(new RpcCall(id));
    }

    @Test
    void aNotificationAnAnswerABatchAndAHugeIdHaveNone() {
        RpcCall none = new RpcCall("null");
        assertThat(call("")).isEqualTo(none);
        assertThat(RpcCall.find("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")).isEqualTo(none);
        assertThat(RpcCall.find("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"},7]"))
                .isEqualTo(none);
        assertThat(call("\"id\":\"" + "x".repeat(256) + "\"").id()).hasSize(258);
        assertThat(call("\"id\":\"" + "x".repeat(257) + "\"")).isEqualTo(none);
        assertThat(call("\"id\":" + "9".repeat(257))).isEqualTo(none);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "7",
                "[]",
                "[7]",
                "[",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"m\"}",
                "{\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"m\"}",
                "{\"x\":{\"jsonrpc\":\"2.0\"}}"
            })
    void otherTextsAreNoCalls(String json) {
        assertThat(RpcCall.find(json)).isNull();
    }

    @Test
    void theErrorHasTheProblemAsItsData() throws Exception {
        JsonNode error =
                new ObjectMapper().readTree(new RpcCall("\"a\"").error(DENIAL, DenialBody.PROBLEM.render(DENIAL)));
        assertThat(error.get("jsonrpc").asText()).isEqualTo("2.0");
        assertThat(error.get("id").asText()).isEqualTo("a");
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32029);
        assertThat(error.at("/error/message").asText()).isEqualTo("Too Many Requests. Wait.");
        assertThat(error.at("/error/data/retryAfterSeconds").asInt()).isEqualTo(3);
        assertThat(error.at("/error/data/reference").asText()).isEqualTo("7F3KQ2ZD");
        Denial unread = new Denial(
                400, "about:blank", "malformed", "Bad Request", "No.", OptionalLong.empty(), List.of(), null);
        assertThat(new ObjectMapper()
                        .readTree(new RpcCall("1").error(unread, "{}"))
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32600);
    }
}
