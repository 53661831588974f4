package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.KnownFilter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page on which callers read what they have used, on every server. */
class UsageIT {

    private static final Duration BOUND = Duration.ofSeconds(30);

    /** Counts who the application's own filter knows; the page stands behind it. */
    private static final String RULES =
            """
            usage.path=/me/usage
            unlock.path=/unlock
            limit.all.rate=1000/1h
            limit.all.path=/*
            limit.api.rate=5/1h, 100000/month
            limit.api.path=/kinds
            limit.api.position=last
            limit.api.key=principal
            limit.api.usage=true
            limit.keys.rate=7/day
            limit.keys.zone=Europe/Berlin
            limit.keys.path=/kinds
            limit.keys.key=header:X-Key
            limit.keys.perIp=70/day
            limit.keys.usage=true
            block.bad.when=header:X-Bad=yes
            """;

    private static Path war(String name, String properties) {
        String filter = "<filter><filter-name>known</filter-name><filter-class>" + KnownFilter.class.getName()
                + "</filter-class><async-supported>true</async-supported></filter><filter-mapping>"
                + "<filter-name>known</filter-name><url-pattern>/*</url-pattern></filter-mapping>";
        return WarBuilder.war("usage-" + name)
                .thinJar()
                .classes(EchoServlet.class, KnownFilter.class)
                .webXml(filter)
                .properties(properties)
                .build();
    }

    private final ServerUnderTest[] server = new ServerUnderTest[1];
    private Path war = Path.of("");

    private HttpResponse<String> get(String path, String... headers) {
        return Browser.get(server[0].uri(war).resolve(path), headers);
    }

    private static JsonNode quotas(HttpResponse<String> answer) throws JsonProcessingException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        return new ObjectMapper().readTree(answer.body()).get("quotas");
    }

    @ParameterizedTest
    @EnumSource
    void callersReadTheirOwnAndNoOthers(ServerKind kind) throws JsonProcessingException {
        war = war(kind.name().toLowerCase(), RULES);
        try (ServerUnderTest started = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of())) {
            server[0] = started;
            get("kinds", "X-User", "bob/user", "X-Key", "k1");
            get("kinds", "X-User", "bob/user", "X-Key", "k2");
            get("kinds", "X-User", "ann/user");
            JsonNode bob = quotas(get("me/usage", "X-User", "bob/user", "X-Key", "k1", "Accept", "application/json"));
            assertThat(bob).hasSize(3);
            assertThat(bob.get(0).get("policy").asText()).isEqualTo("api-month");
            assertThat(bob.get(0).get("used").asLong()).isEqualTo(2);
            assertThat(bob.get(0).get("limit").asLong()).isEqualTo(100_000);
            assertThat(bob.get(0).get("remaining").asLong()).isEqualTo(99_998);
            assertThat(Instant.parse(bob.get(0).get("resetsAt").asText()).toString())
                    .endsWith("-01T00:00:00Z");
            assertThat(bob.get(1).get("policy").asText()).isEqualTo("api-1h");
            assertThat(bob.get(2).get("used").asLong()).as("of this key").isEqualTo(1);
            HttpResponse<String> ann = get("me/usage", "X-User", "ann/user");
            assertThat(quotas(ann).get(0).get("used").asLong()).isEqualTo(1);
            assertThat(quotas(ann)).as("without a key the address is counted").hasSize(3);
            assertThat(quotas(ann).get(2).get("used").asLong()).isEqualTo(1);
            assertThat(quotas(get("me/usage")).get(0).get("used").asLong())
                    .as("of the address, which none of the requests was counted by")
                    .isZero();
            assertThat(ann.headers().firstValue("Cache-Control")).contains("no-store");
            for (int i = 0; i < 10; i++) {
                assertThat(quotas(get("me/usage", "X-User", "bob/user"))
                                .get(0)
                                .get("used")
                                .asLong())
                        .as("reading charges nothing")
                        .isEqualTo(2);
            }
            HttpResponse<String> page = get("me/usage", "X-User", "bob/user", "Accept", "text/html");
            assertThat(page.body())
                    .contains("<h2>api-month</h2>", "2 of 100,000 used, 99,998 left", "<time datetime=")
                    .doesNotContain("bob");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'");
            locksAreOpenedByTokens();
            othersAreNotAnswered();
            limited();
        }
    }

    /** The page of the other key, in front of the application: there is no lock, so no token. */
    private void locksAreOpenedByTokens() {
        for (String query : List.of("", "?token=guessed", "?token=a&token=b", "?token=%3Cscript%3E")) {
            HttpResponse<String> none = get("unlock" + query);
            assertThat(none.statusCode()).as(query).isEqualTo(410);
            assertThat(none.body()).contains("This link is not valid").doesNotContain("<form", "<script");
            assertThat(none.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("frame-ancestors 'none'", "form-action 'self'");
        }
        assertThat(get("unlock", "X-Bad", "yes").statusCode())
                .as("rules come first")
                .isEqualTo(403);
        assertThat(get("unlock/more").statusCode()).as("the application's").isNotEqualTo(410);
    }

    private void othersAreNotAnswered() {
        HttpResponse<String> head = Browser.send("HEAD", server[0].uri(war).resolve("me/usage"), "", UTF_8);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        HttpResponse<String> post = Browser.send("POST", server[0].uri(war).resolve("me/usage"), "", UTF_8);
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(get("me/usage", "X-Bad", "yes").statusCode()).isEqualTo(403);
    }

    private void limited() {
        Await.until(() -> get("me/usage", "X-User", "amy/user").statusCode() == 429, BOUND);
        HttpResponse<String> denied = get("me/usage", "X-User", "amy/user", "Accept", "application/json");
        assertThat(denied.headers().firstValue("Retry-After")).isPresent();
        assertThat(denied.body()).contains("usage.page-caller");
        assertThat(get("me/usage", "X-User", "bob/user").statusCode())
                .as("each caller has another rate")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(names = "TOMCAT")
    void withoutRedisNoFiguresAreInvented(ServerKind kind) {
        try (RedisServer redis = RedisServer.start()) {
            war = war("away", RULES + "redis.uri=" + redis.uri() + "\nredis.timeout=1s\n");
            try (ServerUnderTest started = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of())) {
                server[0] = started;
                assertThat(get("me/usage", "X-User", "bob/user").statusCode()).isEqualTo(200);
                redis.kill();
                HttpResponse<String> away = get("me/usage", "X-User", "bob/user", "Accept", "application/json");
                assertThat(away.statusCode()).isEqualTo(503);
                assertThat(away.headers().firstValue("Retry-After")).contains("5");
                redis.restart();
                Await.until(() -> get("me/usage", "X-User", "bob/user").statusCode() == 200, BOUND);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "TOMCAT")
    void aPathThatIsTakenFailsTheDeployment(ServerKind kind) {
        Path taken = WarBuilder.war("usage-taken")
                .thinJar()
                .classes(EchoServlet.class)
                .webXml("<servlet><servlet-name>mine</servlet-name><servlet-class>" + EchoServlet.class.getName()
                        + "</servlet-class></servlet><servlet-mapping><servlet-name>mine</servlet-name>"
                        + "<url-pattern>/me/usage</url-pattern></servlet-mapping>")
                .properties(RULES)
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(kind, taken)).contains("usage.path=/me/usage");
    }
}
