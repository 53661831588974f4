package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.ToolBodies;
import io.github.ostiary.testing.ToolBodies.Sent;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.JsonServlet;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules that apply by a member of a JSON body, on servers of servlets: whatever bytes a caller chooses. The application answers 401. */
class JsonConditionIT {

    private static final String RULES =
            """
            limit.tool.path=/open/stream
            limit.tool.methods=POST
            limit.tool.when=%1$s
            limit.tool.key=ip
            limit.tool.rate=1/1h
            limit.late.path=/open/dispatch
            limit.late.when=%1$s
            limit.late.key=ip
            limit.late.rate=1/1h
            limit.late.position=last
            block.drop.path=/open/bytes
            block.drop.when=%1$s
            """
                    .formatted(ToolBodies.WHEN);

    private static HttpResponse<String> send(ServerUnderTest server, Path war, String path, Sent sent, String... more) {
        return send(server, war, path, BodyPublishers.ofByteArray(sent.bytes()), sent, more);
    }

    private static int chunked(ServerUnderTest server, Path war, String path, Sent sent) {
        return send(server, war, path, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(sent.bytes())), sent)
                .statusCode();
    }

    private static HttpResponse<String> send(
            ServerUnderTest server, Path war, String path, BodyPublisher body, Sent sent, String... more) {
        return Browser.sendUnread(
                "POST",
                server.uri(war).resolve(path),
                body,
                Stream.concat(Stream.of(sent.allHeaders()), Stream.of(more)).toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void noBytesOfACallerChooseWhetherTheRuleApplies(ServerKind kind) throws Exception {
        WarBuilder base = Wars.base("condition-" + kind.name().toLowerCase());
        Path war = (kind == ServerKind.JETTY ? base.thinJar() : base.allJar())
                .classes(JsonServlet.class)
                .properties(RULES)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            Sent call = ToolBodies.meant().get(0);
            assertThat(send(server, war, "open/stream", call).body())
                    .as("handed on")
                    .contains(HexFormat.of().formatHex(call.bytes()));
            assertThat(send(server, war, "open/dispatch", call).body())
                    .as("handed on to another thread")
                    .contains(HexFormat.of().formatHex(call.bytes()));
            for (Sent meant : ToolBodies.meant()) {
                answers(server, war, "open/stream", meant, 429);
                answers(server, war, "open/dispatch", meant, 429);
                assertThat(chunked(server, war, "open/stream", meant))
                        .as("%s", meant)
                        .isEqualTo(429);
                answers(server, war, "open/bytes", meant, 403);
            }
            for (Sent other : ToolBodies.others()) {
                HttpResponse<String> reached = send(server, war, "open/stream", other);
                assertThat(reached.statusCode()).as("%s", other).isEqualTo(401);
                assertThat(reached.body()).contains(HexFormat.of().formatHex(other.bytes()));
            }
            for (Sent unclear : ToolBodies.unclear()) {
                answers(server, war, "open/stream", unclear, 400);
                answers(server, war, "open/bytes", unclear, 400);
                assertThat(chunked(server, war, "open/dispatch", unclear))
                        .as("%s", unclear)
                        .isEqualTo(400);
            }
            deniesInTheFormOfJsonRpc(server, war, call);
        }
    }

    private static void answers(ServerUnderTest server, Path war, String path, Sent sent, int status) throws Exception {
        assertThat(send(server, war, path, sent).statusCode()).as("%s", sent).isEqualTo(status);
    }

    private static void deniesInTheFormOfJsonRpc(ServerUnderTest server, Path war, Sent call) throws Exception {
        HttpResponse<String> denied =
                send(server, war, "open/stream", call, "Accept", "application/json, text/event-stream");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValue("Retry-After")).isPresent();
        assertThat(denied.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        JsonNode error = new ObjectMapper().readTree(denied.body());
        assertThat(error.get("id").asInt()).isEqualTo(7);
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32029);
        assertThat(error.at("/error/data/reason").asText()).isEqualTo("rate-limited");
        assertThat(send(server, war, "open/stream", call, "Accept", "text/html").body())
                .startsWith("<!DOCTYPE html>");
    }
}
