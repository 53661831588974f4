package io.github.ostiary.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ToolBodies;
import io.github.ostiary.testing.ToolBodies.Sent;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules that apply by a member of a JSON body, on servers without servlets: whatever bytes a caller chooses. */
class JsonConditionTest {

    private static WireServer start(WireServer.Kind kind, String... more) {
        return WireServer.start(
                kind,
                Stream.concat(
                                Stream.of(
                                        "limit.tool.path=/echo, /echo-block",
                                        "limit.tool.methods=POST",
                                        "limit.tool.when=" + ToolBodies.WHEN,
                                        "limit.tool.key=ip",
                                        "limit.tool.rate=1/1h",
                                        "block.drop.path=/echo-block",
                                        "block.drop.when=" + ToolBodies.WHEN),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    private static HttpResponse<String> post(WireServer server, Sent sent, String... more) {
        return Browser.sendUnread(
                "POST",
                server.uri("/echo"),
                BodyPublishers.ofByteArray(sent.bytes()),
                Stream.concat(Stream.of(sent.allHeaders()), Stream.of(more)).toArray(String[]::new));
    }

    private static int chunked(WireServer server, String path, Sent sent) {
        return Browser.sendUnread(
                        "POST",
                        server.uri(path),
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(sent.bytes())),
                        sent.allHeaders())
                .statusCode();
    }

    @ParameterizedTest
    @EnumSource
    void noBytesOfACallerChooseWhetherTheRuleApplies(WireServer.Kind kind) {
        try (WireServer server = start(kind)) {
            Sent first = ToolBodies.meant().get(0);
            HttpResponse<String> answer = post(server, first);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).as("handed on").isEqualTo(ToolBodies.CALL);
            for (Sent meant : ToolBodies.meant()) {
                assertThat(post(server, meant).statusCode()).as("%s", meant).isEqualTo(429);
                assertThat(chunked(server, "/echo", meant)).as("%s", meant).isEqualTo(429);
                assertThat(chunked(server, "/echo-block", meant))
                        .as("%s", meant)
                        .isEqualTo(403);
            }
            for (Sent other : ToolBodies.others()) {
                HttpResponse<String> reached = post(server, other);
                assertThat(reached.statusCode()).as("%s", other).isEqualTo(200);
                assertThat(reached.body()).isEqualTo(new String(other.bytes(), UTF_8));
            }
            for (Sent unclear : ToolBodies.unclear()) {
                assertThat(post(server, unclear).statusCode()).as("%s", unclear).isEqualTo(400);
                assertThat(chunked(server, "/echo-block", unclear))
                        .as("%s", unclear)
                        .isIn(400, 413);
            }
        }
    }

    /** A waiver needs certainty. */
    @ParameterizedTest
    @EnumSource
    void whatIsUnclearWaivesNothing(WireServer.Kind kind) {
        try (WireServer server = start(
                kind,
                "allow.list.path=/echo",
                "allow.list.when=json:method=tools/list",
                "limit.all.path=/echo",
                "limit.all.key=ip",
                "limit.all.rate=1/1h")) {
            Sent list = ToolBodies.others().get(0);
            for (int i = 0; i < 3; i++) {
                assertThat(post(server, list).statusCode()).isEqualTo(200);
            }
            assertThat(post(server, ToolBodies.others().get(4)).statusCode()).isEqualTo(200);
            assertThat(post(server, ToolBodies.others().get(4)).statusCode()).isEqualTo(429);
            for (Sent unclear : ToolBodies.unclear()) {
                assertThat(post(server, unclear).statusCode()).as("%s", unclear).isIn(400, 429);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallOfJsonRpcIsDeniedInItsForm(WireServer.Kind kind) throws Exception {
        try (WireServer server = start(kind)) {
            Sent call = ToolBodies.meant().get(0);
            post(server, call);
            HttpResponse<String> denied = post(server, call, "Accept", "application/json, text/event-stream");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Retry-After")).isPresent();
            assertThat(denied.headers().firstValue("Content-Type")).contains("application/json");
            JsonNode error = new ObjectMapper().readTree(denied.body());
            assertThat(error.get("jsonrpc").asText()).isEqualTo("2.0");
            assertThat(error.get("id").asInt()).isEqualTo(7);
            assertThat(error.at("/error/code").asInt()).isEqualTo(-32029);
            assertThat(error.at("/error/message").asText()).startsWith("Too Many Requests. Too many requests.");
            assertThat(error.at("/error/data/status").asInt()).isEqualTo(429);
            assertThat(error.at("/error/data/violated-policies/0").asText()).isEqualTo("tool");
            assertThat(post(server, call, "Accept", "text/html").body()).startsWith("<!DOCTYPE html>");
            Sent plain = ToolBodies.meant().get(7);
            assertThat(post(server, plain, "Accept", "application/json")
                            .headers()
                            .firstValue("Content-Type"))
                    .as("JSON, but no JSON-RPC")
                    .contains("application/problem+json");
        }
    }
}
