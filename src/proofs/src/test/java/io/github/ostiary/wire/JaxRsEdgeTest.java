package io.github.ostiary.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.http.WireEdge;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.LogLines;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What is JAX-RS's alone where there are no servlets. */
class JaxRsEdgeTest {

    private static int get(WireServer server, String path, String... headers) {
        return Browser.get(server.uri(path), headers).statusCode();
    }

    @Test
    void annotatedResourcesAreLimitedAndShareTheRequestsPermit() {
        try (WireServer server = WireServer.start(
                WireServer.Kind.JERSEY, "limit.own.rate=2/1h", "limit.own.key=header:Who", "limit.own.perIp=none")) {
            assertThat(get(server, "/limited", "Who", "bob")).isEqualTo(200);
            HttpResponse<String> second = Browser.get(server.uri("/limited"), "Who", "bob");
            assertThat(second.statusCode()).isEqualTo(200);
            HttpResponse<String> denied = Browser.get(server.uri("/limited"), "Who", "bob");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Retry-After")).isPresent();
            assertThat(denied.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(get(server, "/limited", "Who", "eve")).isEqualTo(200);
        }
    }

    @Test
    void whereARequestIsLedToItMeetsTheRulesOfThatPath() {
        try (WireServer server = WireServer.start(
                WireServer.Kind.JERSEY,
                "limit.one.path=/one",
                "limit.one.rate=1/1h",
                "limit.one.key=ip",
                "limit.all.path=/*",
                "limit.all.rate=3/1h",
                "limit.all.key=ip")) {
            assertThat(get(server, "/two", "Led-To", "/one")).isEqualTo(200);
            assertThat(get(server, "/two", "Led-To", "/one")).isEqualTo(429);
            HttpResponse<String> third = Browser.get(server.uri("/two"));
            assertThat(third.statusCode()).isEqualTo(200);
            assertThat(third.headers().firstValue("RateLimit").orElse("")).startsWith("\"all\";r=0");
        }
    }

    @Test
    void aCallerOfUnknownAddressIsNotCountedAndTheLogSaysWhatToDo() {
        try (LogLines log = LogLines.of("io.github.ostiary");
                WireServer server = WireServer.start(
                        WireServer.Kind.JERSEY, "limit.api.path=/*", "limit.api.rate=1/1h", "limit.api.key=ip")) {
            assertThat(get(server, "/a", "No-Peer", "1")).isEqualTo(400);
            assertThat(get(server, "/a")).isEqualTo(200);
            assertThat(log.warnings())
                    .anyMatch(line -> line.contains("set the request property io.github.ostiary.peer"));
        }
    }

    @Test
    void whatOnlyServletContainersHaveIsRefusedWithASentence() {
        try (Guard guard = GuardBuilder.create()
                .property("deniedPage", "/denied.jsp")
                .property("formEncoding", "ISO-8859-1")
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:u")
                .property("lockout.login.failure", "status:401")
                .property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.success", "session-renewed")
                .build()) {
            assertThatThrownBy(() -> WireEdge.check(guard))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("deniedPage=/denied.jsp: without servlets no page can be shown")
                    .hasMessageContaining("formEncoding=ISO-8859-1")
                    .hasMessageContaining("session-renewed");
        }
    }

    @Test
    void bytesAreCharged() {
        try (WireServer server = WireServer.start(
                WireServer.Kind.JERSEY,
                "limit.up.path=/echo",
                "limit.up.rate=10000/1h",
                "limit.up.key=ip",
                "limit.up.cost=request:bytes")) {
            HttpResponse<String> one = Browser.send("POST", server.uri("/echo"), "x".repeat(9_000), UTF_8);
            assertThat(one.statusCode()).isEqualTo(200);
            assertThat(Browser.send("POST", server.uri("/echo"), "x".repeat(9_000), UTF_8)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Browser.send("POST", server.uri("/echo"), "x", UTF_8).statusCode())
                    .isEqualTo(429);
        }
    }
}
