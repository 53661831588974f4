package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts, and how often, however the filter is registered. On every server; each test spends rules of its own, all {@code 3/1h}. */
@ParameterizedClass
@EnumSource
class CountingIT {

    private final Applications app;

    CountingIT(ServerKind kind) {
        app = Applications.on(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"web.xml", "@WebFilter", "automatic", "combined"})
    void countsOnceHoweverRegistered(String war) {
        for (int left = Applications.PERMITS - 1; left >= 0; left--) {
            HttpResponse<String> allowed = app.get(war, "once");
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.body()).contains("reached", "remaining=OptionalLong[" + left + "]", "guard=true");
            assertThat(allowed.body()).contains("same=true", "call=/once");
        }
        assertThat(app.get(war, "once").statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @CsvSource({
        "web.xml, forward", "web.xml, include", "web.xml, dispatch", "web.xml, complete",
        "@WebFilter, forward", "@WebFilter, include", "@WebFilter, dispatch", "@WebFilter, complete",
        "automatic, forward", "automatic, include", "automatic, dispatch", "automatic, complete",
        "combined, forward", "combined, include", "combined, dispatch", "combined, complete",
    })
    void dispatchesDoNotCountAgain(String war, String kind) {
        for (int i = 0; i < Applications.PERMITS; i++) {
            HttpResponse<String> allowed = app.get(war, kind + "/start");
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.body()).endsWith("target");
        }
        assertThat(app.get(war, kind + "/start").statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"web.xml", "@WebFilter", "automatic", "combined"})
    void errorPagesDoNotCount(String war) {
        for (int i = 0; i < Applications.PERMITS; i++) {
            HttpResponse<String> failed = app.get(war, "error/start");
            assertThat(failed.statusCode()).isEqualTo(418);
            assertThat(failed.body()).isEqualTo("target");
        }
        assertThat(app.get(war, "error/start").statusCode()).isEqualTo(429);
    }

    @Test
    void pathTricksMeetTheSameRule() {
        String context = app.context("automatic");
        for (int i = 0; i < Applications.PERMITS; i++) {
            assertThat(RawHttp.get(app.port(), context + "/login")).isEqualTo(200);
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
            assertThat(RawHttp.get(app.port(), context + trick)).as(trick).isIn(400, 429);
        }
        assertThat(RawHttp.get(app.port(), context + "/login-help")).isEqualTo(404);
    }

    /** Where a caller chooses a part of the path, a semicolon in it may be a name's, or begin what is no name at all. */
    @Test
    void aSegmentThatBeginsWithASemicolonIsStillOne() {
        String context = app.context("web.xml");
        for (int i = 0; i < 3 * Applications.PERMITS; i++) {
            int status = RawHttp.get(app.port(), context + "/users/%3Bx" + i + "/posts");
            assertThat(status).isIn(i < Applications.PERMITS ? List.of(200, 400) : List.of(400, 429));
        }
    }

    @Test
    void methodsAndOverridesMakeNoDifference() {
        app.spend("combined", "login");
        for (String method : List.of("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            HttpResponse<String> denied =
                    Browser.send(method, app.uri("combined", "login"), "", UTF_8, "X-HTTP-Method-Override", "TRACE");
            assertThat(denied.statusCode()).as(method).isEqualTo(429);
        }
    }

    @Test
    void lastRulesCountOnlyWhatTheApplicationsOwnFilterLetsThrough() {
        for (int i = 0; i < 2 * Applications.PERMITS; i++) {
            assertThat(app.get("last", "first-and-last").statusCode()).isEqualTo(401);
        }
        HttpResponse<String> allowed = app.get("last", "first-and-last", "Ticket", "1");
        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(Applications.header(allowed, "RateLimit-Policy")).isEqualTo("\"b\";q=3;w=3600, \"a\";q=100;w=3600");
        assertThat(Applications.header(allowed, "RateLimit")).matches("\"b\";r=2;t=\\d+, \"a\";r=93;t=\\d+");
        assertThat(app.get("last", "first-and-last", "Ticket", "1").statusCode())
                .isEqualTo(200);
        assertThat(app.get("last", "first-and-last", "Ticket", "1").statusCode())
                .isEqualTo(200);
        HttpResponse<String> denied = app.get("last", "first-and-last", "Ticket", "1");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(Applications.header(denied, "RateLimit")).matches("\"b\";r=0;t=\\d+, \"a\";r=90;t=\\d+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"once", "login"})
    void initParamsConfigureBothPositions(String path) {
        app.spend("init-params", path);
        assertThat(app.get("init-params", path).statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "inert"})
    void withoutRulesNothingChanges(String war) {
        for (int i = 0; i < 2 * Applications.PERMITS; i++) {
            HttpResponse<String> untouched = app.get(war, "once");
            assertThat(untouched.statusCode()).isEqualTo(200);
            assertThat(untouched.body()).contains("remaining=null", "guard=true", "same=true");
            assertThat(untouched.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        }
    }
}
