package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.ToolBodies;
import io.github.ostiary.testing.WarBuilder;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recipes about models: with the server and the client of MCP's SDK, and the answers of LangChain4j and Spring AI. */
class AiRecipesIT {

    private static final Path SOURCES = Path.of("src", "proofs", "servers", "ai");

    private static Path war(String name, String properties) {
        return WarBuilder.war(name)
                .thinJar()
                .thinJarWith("ai")
                .compiled(SOURCES)
                .properties(properties.replace("/1m", "/1h"))
                .build();
    }

    @Test
    void toolsAreLimitedEachForItself() throws Exception {
        Path war = war("tools", Page.recipe("Tools of an MCP server").text());
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            URI mcp = server.uri(war).resolve("mcp");
            String log = ServerProcess.startExpectingFailure(List.of(
                    ServerProcess.java(),
                    "-cp",
                    war.resolve("WEB-INF/classes") + ":" + war.resolve("WEB-INF/lib") + "/*",
                    "ai.ToolCaller",
                    mcp.resolve("/").toString(),
                    mcp.getPath(),
                    "search",
                    "11",
                    "stock",
                    "2"));
            assertThat(log).contains("TOOLS 2");
            assertThat(log.lines().filter("CALLED search found"::equals)).hasSize(10);
            assertThat(log.lines().filter(line -> line.startsWith("DENIED search")))
                    .hasSize(1)
                    .allSatisfy(line -> assertThat(line).contains("429"));
            assertThat(log.lines().filter("CALLED stock 7"::equals)).hasSize(2);
            HttpResponse<String> denied = Browser.send(
                    "POST",
                    mcp,
                    ToolBodies.call("\"a\"", "tools/call", "search"),
                    UTF_8,
                    "Content-Type",
                    "application/json",
                    "Accept",
                    "application/json, text/event-stream");
            assertThat(denied.statusCode()).isEqualTo(429);
            JsonNode error = new ObjectMapper().readTree(denied.body());
            assertThat(error.get("id").asText()).isEqualTo("a");
            assertThat(error.at("/error/data/violated-policies/0").asText()).isEqualTo("search");
        }
    }

    /** Each library's own figure is what is charged. */
    @Test
    void tokensAreThoseThatTheLibrariesReport() {
        for (String file : new String[] {
            "src/docs/recipes-api.md", SOURCES.resolve("ChatServlet.java").toString()
        }) {
            assertThat(Page.of(file).text())
                    .contains(
                            "answer.tokenUsage().totalTokenCount()",
                            "answer.getMetadata().getUsage().getTotalTokens()");
        }
        String rules = Page.recipe("Tokens of an LLM gateway")
                .text()
                .replace("key=principal", "key=ip")
                .replace("=100000/month", "=1000/1h")
                .replace("limit.requests.rate=20/", "limit.requests.rate=200/");
        Path war = war("tokens", rules);
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            assertThat(chat(server, war, "langchain4j", 300)).isEqualTo(200);
            assertThat(chat(server, war, "spring-ai", 150)).isEqualTo(200);
            assertThat(chat(server, war, "spring-ai", 50))
                    .as("of 550 that are left")
                    .isEqualTo(200);
            assertThat(chat(server, war, "langchain4j", 20)).as("of 500").isEqualTo(200);
            assertThat(chat(server, war, "langchain4j", 20))
                    .as("of 480, of which 500 cannot be reserved")
                    .isEqualTo(429);
        }
    }

    private static int chat(ServerUnderTest server, Path war, String library, int tokens) {
        return Browser.send(
                        "POST",
                        server.uri(war).resolve("chat"),
                        "library=" + library + "&tokens=" + tokens,
                        UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded")
                .statusCode();
    }
}
