package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers see of the filter, on a real server. Every test spends a rule of its own, all {@code 3/1h}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FilterSuite {

    private static final int PERMITS = 3;
    private static final String FORM = "application/x-www-form-urlencoded";

    private final ServerKind kind;
    private final Map<String, Path> wars;
    private ServerUnderTest server;

    FilterSuite(ServerKind kind) {
        this.kind = kind;
        String prefix = kind.name().toLowerCase();
        wars = Map.ofEntries(
                Map.entry("web.xml", Wars.webXml(prefix)),
                Map.entry("@WebFilter", Wars.webFilter(prefix)),
                Map.entry("automatic", Wars.automatic(prefix)),
                Map.entry("combined", Wars.combined(prefix)),
                Map.entry("inert", Wars.inert(prefix)),
                Map.entry("last", Wars.last(prefix)),
                Map.entry("init-params", Wars.initParams(prefix)),
                Map.entry("handler", Wars.handler(prefix)),
                Map.entry("off", Wars.with(prefix + "-off", "enabled=false\n")),
                Map.entry("classic", Wars.with(prefix + "-classic", "headers=x-ratelimit\ndeniedPage=/refused.html\n")),
                Map.entry("silent", Wars.with(prefix + "-silent", "headers=none\ndeniedPage=/denied\n")),
                Map.entry("pageless", Wars.with(prefix + "-pageless", "deniedPage=/no-such-page\n")));
    }

    @BeforeAll
    void start() {
        server = ServerUnderTest.start(kind, List.copyOf(wars.values()), Map.of(), Map.of());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private URI uri(String war, String path) {
        return server.uri(wars.get(war)).resolve(path);
    }

    private HttpResponse<String> get(String war, String path, String... headers) {
        return Browser.get(uri(war, path), headers);
    }

    private void spend(String war, String path) {
        for (int i = 0; i < PERMITS; i++) {
            assertThat(get(war, path).statusCode()).as("%s %s", war, path).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"web.xml", "@WebFilter", "automatic", "combined"})
    void countsOnceHoweverRegistered(String war) {
        for (int left = PERMITS - 1; left >= 0; left--) {
            HttpResponse<String> allowed = get(war, "once");
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.body()).contains("reached", "remaining=OptionalLong[" + left + "]", "guard=true");
            assertThat(allowed.body()).contains("same=true", "call=/once");
        }
        assertThat(get(war, "once").statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @CsvSource({
        "web.xml, forward", "web.xml, include", "web.xml, dispatch", "web.xml, complete",
        "@WebFilter, forward", "@WebFilter, include", "@WebFilter, dispatch", "@WebFilter, complete",
        "automatic, forward", "automatic, include", "automatic, dispatch", "automatic, complete",
        "combined, forward", "combined, include", "combined, dispatch", "combined, complete",
    })
    void dispatchesDoNotCountAgain(String war, String kind) {
        for (int i = 0; i < PERMITS; i++) {
            HttpResponse<String> allowed = get(war, kind + "/start");
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.body()).endsWith("target");
        }
        assertThat(get(war, kind + "/start").statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"web.xml", "@WebFilter", "automatic", "combined"})
    void errorPagesDoNotCount(String war) {
        for (int i = 0; i < PERMITS; i++) {
            HttpResponse<String> failed = get(war, "error/start");
            assertThat(failed.statusCode()).isEqualTo(418);
            assertThat(failed.body()).isEqualTo("target");
        }
        assertThat(get(war, "error/start").statusCode()).isEqualTo(429);
    }

    @Test
    void pathTricksMeetTheSameRule() {
        String context = "/" + wars.get("automatic").getFileName();
        for (int i = 0; i < PERMITS; i++) {
            assertThat(RawHttp.get(server.port(), context + "/login")).isEqualTo(200);
        }
        for (String trick : List.of(
                "/login",
                "/login;x",
                "/login;x=y;z",
                "/;x/login",
                "//login",
                "/./login",
                "/login/",
                "/login/.",
                "/%6cogin",
                "/%6Cogin",
                "/x/../login",
                "/x/%2e%2e/login",
                "/x/..;/login",
                "/login%00",
                "/login%00.png",
                "/login%0a",
                "/login%3Bx",
                "/login%2F",
                "/%2Flogin",
                "/login?x",
                "/login%c0%80")) {
            assertThat(RawHttp.get(server.port(), context + trick)).as(trick).isIn(400, 429);
        }
        assertThat(RawHttp.get(server.port(), context + "/login-help")).isEqualTo(404);
    }

    @Test
    void methodsAndOverridesMakeNoDifference() {
        spend("combined", "login");
        for (String method : List.of("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            HttpResponse<String> refused =
                    Browser.send(method, uri("combined", "login"), "", UTF_8, "X-HTTP-Method-Override", "TRACE");
            assertThat(refused.statusCode()).as(method).isEqualTo(429);
        }
    }

    @Test
    void draftHeadersTellWhereTheCallerStands() {
        HttpResponse<String> allowed = get("automatic", "head");
        assertThat(allowed.headers().allValues("RateLimit-Policy")).containsExactly("\"head\";q=3;w=3600");
        assertThat(header(allowed, "RateLimit")).matches("\"head\";r=2;t=(3600|359\\d)");
        assertThat(allowed.headers().firstValue("Retry-After")).isEmpty();
        get("automatic", "head");
        get("automatic", "head");
        HttpResponse<String> refused = get("automatic", "head");
        assertThat(header(refused, "RateLimit")).matches("\"head\";r=0;t=3[56]\\d\\d");
        assertThat(header(refused, "RateLimit-Policy")).isEqualTo("\"head\";q=3;w=3600");
        assertThat(Long.parseLong(header(refused, "Retry-After"))).isBetween(1L, 3_600L);
        assertThat(header(refused, "Cache-Control")).isEqualTo("no-store");
        assertThat(get("automatic", "throwing/other").headers().map()).doesNotContainKey("ratelimit");
    }

    @Test
    void otherHeaderStyles() {
        HttpResponse<String> classic = get("classic", "head");
        assertThat(header(classic, "X-RateLimit-Limit")).isEqualTo("3");
        assertThat(header(classic, "X-RateLimit-Remaining")).isEqualTo("2");
        assertThat(header(classic, "X-RateLimit-Reset")).matches("3600|359\\d");
        assertThat(classic.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        assertThat(get("silent", "head").headers().map().keySet()).noneMatch(name -> name.contains("ratelimit"));
    }

    @Test
    void bodyIsWhatTheCallerAccepts() throws JsonProcessingException {
        spend("automatic", "kinds");
        HttpResponse<String> json = get("automatic", "kinds", "Accept", "application/json");
        assertThat(header(json, "Content-Type")).startsWith("application/problem+json");
        JsonNode problem = new ObjectMapper().readTree(json.body());
        assertThat(problem.get("type").asText())
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(problem.get("status").asInt()).isEqualTo(429);
        assertThat(problem.get("violated-policies")).hasSize(1);
        assertThat(problem.get("violated-policies").get(0).asText()).isEqualTo("kinds");
        assertThat(problem.get("retryAfterSeconds").asText()).isEqualTo(header(json, "Retry-After"));

        HttpResponse<String> html = get("automatic", "kinds", "Accept", "text/html,*/*;q=0.8");
        assertThat(header(html, "Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(html.body()).startsWith("<!DOCTYPE html>").contains("Too Many Requests");

        HttpResponse<String> text = get("automatic", "kinds");
        assertThat(header(text, "Content-Type")).isEqualToIgnoringCase("text/plain;charset=utf-8");
        assertThat(text.body()).startsWith("Too Many Requests\n");

        HttpResponse<String> head = Browser.send("HEAD", uri("automatic", "kinds"), "", UTF_8);
        assertThat(head.statusCode()).isEqualTo(429);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().map()).containsKeys("retry-after", "ratelimit");
    }

    @ParameterizedTest
    @CsvSource({"GET", "POST"})
    void ownPageAnswersBrowsersOnly(String method) {
        get("classic", "kinds");
        get("classic", "kinds");
        get("classic", "kinds");
        HttpResponse<String> page =
                Browser.send(method, uri("classic", "kinds"), "", UTF_8, "Accept", "text/html", "If-None-Match", "*");
        assertThat(page.statusCode()).isEqualTo(429);
        assertThat(page.body()).isEqualTo("<p>our own page</p>");
        assertThat(page.headers().map()).containsKeys("retry-after", "cache-control");
        assertThat(get("classic", "kinds", "Accept", "application/json").body()).startsWith("{\"type\"");
    }

    @Test
    void ownPageLearnsWhatHappened() {
        spend("silent", "kinds");
        HttpResponse<String> page = get("silent", "kinds", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(429);
        assertThat(page.body())
                .contains("remaining=OptionalLong[0]", "status=429", "wait=" + header(page, "Retry-After"));
    }

    @Test
    void missingPageIsReplaced() {
        spend("pageless", "kinds");
        HttpResponse<String> page = get("pageless", "kinds", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(429);
        assertThat(page.body()).contains("Too Many Requests");
    }

    @Test
    void formsArriveAsTheyWouldWithoutUs() {
        URI form = uri("automatic", "form");
        assertThat(Browser.send("POST", form, "u=réponse", UTF_8, "Content-Type", FORM)
                        .body())
                .contains("u=réponse ");
        assertThat(Browser.send("POST", form, "u=r%C3%A9p", UTF_8, "Content-Type", FORM)
                        .body())
                .contains("u=rép ");
        assertThat(Browser.send("POST", form, "u=réussi", ISO_8859_1, "Content-Type", FORM + ";charset=ISO-8859-1")
                        .body())
                .contains("u=réussi ");
        assertThat(get("automatic", "form?u=r%C3%A9el").body()).contains("u=réel ");
    }

    @Test
    void formsAreCountedByParameterInQueryAndBody() {
        URI form = uri("automatic", "form");
        assertThat(get("automatic", "form?u=carl").statusCode()).isEqualTo(200);
        assertThat(Browser.send("POST", form, "u=carl", UTF_8, "Content-Type", FORM)
                        .statusCode())
                .isEqualTo(200);
        assertThat(Browser.send("POST", form, "x=1&u=carl", UTF_8, "Content-Type", FORM + "; charset=utf-8")
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("automatic", "form?u=carl").statusCode()).isEqualTo(429);
        assertThat(get("automatic", "form?u=dora").statusCode()).isEqualTo(200);
    }

    @Test
    void malformedParametersAreBadRequests() {
        String form = "/" + wars.get("automatic").getFileName() + "/form";
        assertThat(RawHttp.get(server.port(), form + "?u=%zz")).isEqualTo(400);
        assertThat(RawHttp.get(server.port(), form + "?u=%ff")).isEqualTo(400);
        HttpResponse<String> body =
                Browser.send("POST", uri("automatic", "form"), "u=%zz", UTF_8, "Content-Type", FORM);
        assertThat(body.statusCode()).isEqualTo(400);
        assertThat(body.body()).doesNotContain("zz");
    }

    @Test
    void otherBodiesAreNotTouched() {
        String json = "{\"u\":\"réponse\"}";
        HttpResponse<String> answer =
                Browser.send("POST", uri("automatic", "stream?u=eve"), json, UTF_8, "Content-Type", "application/json");
        assertThat(answer.body()).isEqualTo(json);
        String multipart = "--b\r\nContent-Disposition: form-data; name=u\r\n\r\nx\r\n--b--\r\n";
        assertThat(Browser.send(
                                "POST",
                                uri("automatic", "stream?u=fay"),
                                multipart,
                                UTF_8,
                                "Content-Type",
                                "multipart/form-data; boundary=b")
                        .body())
                .isEqualTo(multipart);
    }

    @Test
    void refusalFromBehindGetsTheSameAnswer() {
        HttpResponse<String> refused = get("combined", "throwing/wrapped", "Accept", "application/json");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "Retry-After")).isEqualTo("3");
        assertThat(refused.body()).startsWith("{").contains("\"reply\"").doesNotContain("half a page");
        assertThat(get("combined", "throwing/other").statusCode()).isEqualTo(500);
        assertThat(RawHttp.get(server.port(), "/" + wars.get("combined").getFileName() + "/throwing/committed"))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "init-params, forward", "init-params, include", "init-params, dispatch",
        "last, forward", "last, include", "last, dispatch",
    })
    void refusalFromADispatchedResourceToo(String war, String kind) {
        HttpResponse<String> refused = get(war, kind + "/throw", "Accept", "application/json", "Ticket", "1");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "Retry-After")).isEqualTo("3");
        assertThat(refused.body()).startsWith("{").contains("\"reply\"");
    }

    @Test
    void ownHandlerAnswersUnlessItFails() {
        spend("handler", "kinds");
        HttpResponse<String> own = get("handler", "kinds", "Accept", "text/html");
        assertThat(own.statusCode()).isEqualTo(420);
        assertThat(header(own, "Retry-After")).isEqualTo("7");
        assertThat(header(own, "Content-Type")).isEqualToIgnoringCase("text/x-own;charset=utf-8");
        assertThat(own.body()).isEqualTo("enhance your calm, réponse kinds");
        assertThat(own.headers().map()).containsKey("ratelimit");
        HttpResponse<String> builtIn = get("handler", "kinds", "Fail", "1");
        assertThat(builtIn.statusCode()).isEqualTo(429);
        assertThat(builtIn.body()).startsWith("Too Many Requests");
        HttpResponse<String> head = Browser.send("HEAD", uri("handler", "kinds"), "", UTF_8);
        assertThat(head.statusCode()).isEqualTo(420);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void lastRulesCountOnlyWhatTheApplicationsOwnFilterLetsThrough() {
        for (int i = 0; i < 2 * PERMITS; i++) {
            assertThat(get("last", "first-and-last").statusCode()).isEqualTo(401);
        }
        HttpResponse<String> allowed = get("last", "first-and-last", "Ticket", "1");
        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(header(allowed, "RateLimit-Policy")).isEqualTo("\"b\";q=3;w=3600, \"a\";q=100;w=3600");
        assertThat(header(allowed, "RateLimit")).matches("\"b\";r=2;t=\\d+, \"a\";r=93;t=\\d+");
        assertThat(get("last", "first-and-last", "Ticket", "1").statusCode()).isEqualTo(200);
        assertThat(get("last", "first-and-last", "Ticket", "1").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = get("last", "first-and-last", "Ticket", "1");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "RateLimit")).matches("\"b\";r=0;t=\\d+, \"a\";r=90;t=\\d+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"once", "login"})
    void initParamsConfigureBothPositions(String path) {
        spend("init-params", path);
        assertThat(get("init-params", path).statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "inert"})
    void withoutRulesNothingChanges(String war) {
        for (int i = 0; i < 2 * PERMITS; i++) {
            HttpResponse<String> untouched = get(war, "once");
            assertThat(untouched.statusCode()).isEqualTo(200);
            assertThat(untouched.body()).contains("remaining=null", "guard=true", "same=true");
            assertThat(untouched.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        }
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("no " + name);
    }
}
