package io.github.ostiary.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.PuzzleSolver;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.RedisServer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What callers meet on servers without servlets, on each alike. */
class WireContractTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String[] API = {"limit.api.path=/api/*", "limit.api.rate=3/1h", "limit.api.key=ip"};

    private static String[] with(String[] rules, String... more) {
        List<String> all = new ArrayList<>(List.of(rules));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static String[] lockout(String path, String key, String failure) {
        return new String[] {
            "json.maxBody=1KB",
            "lockout.login.path=" + path,
            "lockout.login.key=" + key,
            "lockout.login.failure=" + failure,
            "lockout.login.success=status:200, location:/home",
            "lockout.login.steps=3/1h lock 15m"
        };
    }

    private static int get(WireServer server, String path, String... headers) {
        return Browser.get(server.uri(path), headers).statusCode();
    }

    private static HttpResponse<String> post(WireServer server, String path, String type, String body) {
        return Browser.send("POST", server.uri(path), body, UTF_8, "Content-Type", type);
    }

    @ParameterizedTest
    @EnumSource
    void rulesThatComeLastKnowWhoHasSignedIn(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(
                kind,
                "limit.mine.path=/*",
                "limit.mine.rate=1/1h",
                "limit.mine.key=principal | ip",
                "limit.mine.position=last")) {
            assertThat(get(server, "/a", "User", "bob")).isEqualTo(200);
            assertThat(get(server, "/a", "User", "eve")).isEqualTo(200);
            assertThat(get(server, "/b", "User", "bob")).isEqualTo(429);
            assertThat(get(server, "/b")).isEqualTo(200);
            assertThat(get(server, "/c")).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callersSeeTheirQuotaAndADenialInTheFormTheyAccept(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, API)) {
            for (int left = 2; left >= 0; left--) {
                HttpResponse<String> answer = Browser.get(server.uri("/api/posts"));
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("RateLimit").orElse("")).startsWith("\"api\";r=" + left + ";t=");
                assertThat(answer.headers().firstValue("RateLimit-Policy")).contains("\"api\";q=3;w=3600");
            }
            HttpResponse<String> problem =
                    Browser.get(server.uri("/api/posts"), "Accept", "application/json", "X-Other", "1");
            assertThat(problem.statusCode()).isEqualTo(429);
            assertThat(problem.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(problem.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(problem.headers().firstValue("X-Ostiary-Ref").orElse("")).hasSize(8);
            assertThat(problem.headers().firstValue("Retry-After").map(Integer::parseInt))
                    .hasValueSatisfying(seconds -> assertThat(seconds).isBetween(1, 3_600));
            assertThat(problem.headers().firstValue("RateLimit").orElse("")).startsWith("\"api\";r=0;t=");
            assertThat(problem.body()).contains("\"status\":429").contains("\"violated-policies\":[\"api\"]");
            HttpResponse<String> page = Browser.get(server.uri("/api/posts"), "Accept", "text/html");
            assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
            assertThat(page.body()).contains("Too Many Requests");
            HttpResponse<String> head = Browser.send("HEAD", server.uri("/api/posts"), "", UTF_8);
            assertThat(head.statusCode()).isEqualTo(429);
            assertThat(head.body()).isEmpty();
            assertThat(Browser.get(server.uri("/elsewhere")).statusCode()).isEqualTo(200);
        }
    }

    /** Of Redis an event loop hears when the answer has left. */
    @ParameterizedTest
    @CsvSource({"JERSEY, false", "JERSEY, true", "VERTX, false", "VERTX, true"})
    void answersAreCountedWhenTheyShow(WireServer.Kind kind, boolean shared) {
        String[] rule = {
            "limit.missing.path=/*",
            "limit.missing.rate=2/1h",
            "limit.missing.key=ip",
            "limit.missing.counts=status:404, location:/signin?error",
            shared ? "redis.uri=" + RedisServer.shared().uri() : "store=local",
            "redis.timeout=5s",
            "keyPrefix=wire-counts-" + kind
        };
        try (WireServer server = WireServer.start(kind, rule)) {
            for (int i = 0; i < 12; i++) {
                assertThat(get(server, "/page", "If-None-Match", "*", "Range", "bytes=0-1"))
                        .isEqualTo(200);
            }
            List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                slow.add(Browser.getLater(server.uri("/slow")));
            }
            server.awaitSlow(3);
            for (int i = 1; i <= 2; i++) {
                int status = i % 2 == 0
                        ? get(server, "/missing")
                        : post(server, "/signin", FORM, "u=bob&p=guess").statusCode();
                assertThat(status).isEqualTo(i % 2 == 0 ? 404 : 303);
                long left = 2 - i;
                Await.until(() -> left(server) == left, Duration.ofSeconds(20));
            }
            assertThat(get(server, "/page")).isEqualTo(429);
            server.gate.countDown();
            slow.forEach(each -> assertThat(each.join().statusCode()).isEqualTo(200));
            assertThat(left(server)).isZero();
        }
    }

    private static long left(WireServer server) {
        return server.guard
                .limiter("missing")
                .peek(Key.ip("127.0.0.1"))
                .remaining()
                .orElseThrow();
    }

    /** In the header, or in a field of the form; nothing of it is the application's. */
    @ParameterizedTest
    @EnumSource
    void aProgramSolvesThePuzzleOfASignIn(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(
                kind,
                "signin.main.path=/signin",
                "signin.main.name=param:u",
                "signin.main.success=location:/home",
                "signin.main.captcha=puzzle",
                "signin.main.puzzle.effort=10ms",
                "signin.main.password.steps=1/1h challenge")) {
            assertThat(signIn(server, "u=bob&p=guess")
                            .headers()
                            .firstValue("Location")
                            .orElse(""))
                    .endsWith("/signin?error");
            HttpResponse<String> denied = signIn(server, "u=bob&p=right");
            assertThat(denied.statusCode()).isEqualTo(403);
            assertThat(denied.headers().firstValue("Content-Type")).contains("application/problem+json");
            String answer = PuzzleSolver.payload(PuzzleSolver.puzzle(denied.body()));
            HttpResponse<String> in = signIn(server, "u=bob&p=right", "Ostiary-Captcha", answer);
            assertThat(in.headers().firstValue("Location").orElse("")).endsWith("/home");
            assertThat(signIn(server, "u=bob&p=guess").statusCode()).isEqualTo(303);
            assertThat(signIn(server, "u=bob&p=right", "Ostiary-Captcha", answer)
                            .statusCode())
                    .isEqualTo(403);
            String other = PuzzleSolver.payload(
                    PuzzleSolver.puzzle(signIn(server, "u=bob&p=right").body()));
            assertThat(signIn(server, "u=bob&p=right&altcha=" + URLEncoder.encode(other, UTF_8))
                            .headers()
                            .firstValue("Location")
                            .orElse(""))
                    .endsWith("/home");
        }
    }

    private static HttpResponse<String> signIn(WireServer server, String form, String... headers) {
        String[] all = with(new String[] {"Content-Type", FORM, "Accept", "application/json"}, headers);
        return Browser.send("POST", server.uri("/signin"), form, UTF_8, all);
    }

    @ParameterizedTest
    @EnumSource
    void spellingsOfAPathCountTogether(WireServer.Kind kind) {
        try (WireServer server =
                WireServer.start(kind, "limit.api.path=/api/posts", "limit.api.rate=6/1h", "limit.api.key=ip")) {
            for (String spelling : List.of(
                    "/api/posts",
                    "//api//posts",
                    "/api/./posts/",
                    "/%61pi/p%6Fsts",
                    "/api;x=1/posts;jsessionid=3",
                    "/api%2Fposts?a=1")) {
                assertThat(RawHttp.get(server.port(), spelling)).as(spelling).isLessThan(429);
            }
            for (String spelling :
                    List.of("/api/posts", "/api//posts;a", "/api%2fposts", "/api/%2e/posts", "/api/posts%3Bx")) {
                assertThat(RawHttp.get(server.port(), spelling)).as(spelling).isEqualTo(429);
            }
            assertThat(RawHttp.get(server.port(), "/api/post")).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEncodedSlashIsNoWayRoundARuleOfOneSegment(WireServer.Kind kind) {
        try (WireServer server =
                WireServer.start(kind, "limit.api.path=/users/*/posts", "limit.api.rate=1/1h", "limit.api.key=ip")) {
            assertThat(RawHttp.get(server.port(), "/users/7/posts")).isEqualTo(200);
            assertThat(RawHttp.get(server.port(), "/users/7%2F8/posts")).isEqualTo(429);
            assertThat(RawHttp.get(server.port(), "/users/%3B8/posts")).isEqualTo(429);
        }
    }

    @ParameterizedTest
    @EnumSource
    void pathsThatCannotBeMatchedAreDenied(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, API)) {
            for (String target : List.of(
                    "/x/../api/posts",
                    "/x/%2e%2e/api/posts",
                    "/x/..%2Fapi/posts",
                    "/x/..;/api/posts",
                    "/api/%00",
                    "/api/%0a",
                    "/api/%ff",
                    "/api/%c0%ae")) {
                assertThat(RawHttp.get(server.port(), target)).as(target).isEqualTo(400);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGuesserIsLockedByTheNameInAForm(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, lockout("/login", "param:u", "status:401"))) {
            assertThat(post(server, "/login", FORM, "u=eve&p=right").body()).isEqualTo("in");
            for (int i = 0; i < 3; i++) {
                assertThat(post(server, "/login", FORM, "u=bob&p=guess" + i).statusCode())
                        .isEqualTo(401);
            }
            assertThat(post(server, "/login", FORM, "u=bob&p=right").statusCode())
                    .isEqualTo(429);
            assertThat(post(server, "/login", FORM + ";charset=utf-8", "p=right&u=%62ob")
                            .statusCode())
                    .isEqualTo(429);
            assertThat(post(server, "/login?u=bob", FORM, "p=right").statusCode())
                    .isEqualTo(429);
            assertThat(post(server, "/login", FORM, "u=eve&p=right").statusCode())
                    .isEqualTo(200);
            assertThat(post(server, "/login", FORM + ";charset=utf-16", "u=bob&p=right")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(post(server, "/login", "multipart/form-data;boundary=x", "--x--")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(post(server, "/login", FORM, "u=%zz&p=right").statusCode())
                    .isEqualTo(400);
            assertThat(post(server, "/login", FORM, "u=eve&p=right&more=" + "x".repeat(100_000))
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFormOfAForeignPageIsNoAttempt(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, lockout("/login", "param:u", "status:401"))) {
            for (int i = 0; i < 5; i++) {
                assertThat(get(server, "/login?u=bob&p=guess", "Sec-Fetch-Site", "cross-site"))
                        .isEqualTo(403);
                String[] foreign = {"Sec-Fetch-Site", "cross-site", "Content-Type", FORM};
                assertThat(Browser.send("POST", server.uri("/login"), "u=bob&p=guess", UTF_8, foreign)
                                .statusCode())
                        .isEqualTo(403);
            }
            assertThat(post(server, "/login", FORM, "u=bob&p=right").body()).isEqualTo("in");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGuesserIsLockedByAMemberOfJson(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, lockout("/json-login", "json:user.name", "status:401"))) {
            String body = "{\"user\":{\"name\":\"bob\"},\"p\":\"%s\"}";
            for (int i = 0; i < 3; i++) {
                assertThat(post(server, "/json-login", "application/json", body.formatted("guess"))
                                .statusCode())
                        .isEqualTo(401);
            }
            assertThat(post(server, "/json-login", "application/json", body.formatted("right"))
                            .statusCode())
                    .isEqualTo(429);
            assertThat(post(
                                    server,
                                    "/json-login",
                                    "application/json",
                                    body.replace("bob", "eve").formatted("right"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(post(server, "/json-login", "application/json", "{").statusCode())
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRedirectShowsThatAGuessWasWrong(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, lockout("/signin", "param:u", "location:/signin?error"))) {
            for (int i = 0; i < 3; i++) {
                assertThat(post(server, "/signin", FORM, "u=bob&p=guess").statusCode())
                        .isEqualTo(303);
            }
            assertThat(post(server, "/signin", FORM, "u=bob&p=right").statusCode())
                    .isEqualTo(429);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bodiesReachTheApplicationAsTheyCame(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(
                kind,
                with(
                        API,
                        "limit.echo.path=/echo",
                        "limit.echo.rate=100/1h",
                        "limit.echo.key=json:a | ip",
                        "limit.echo.perIp=none"))) {
            String json = "{\"a\":\"" + "x".repeat(60_000) + "\"}";
            assertThat(post(server, "/echo", "application/json", json).body()).isEqualTo(json);
            String plain = "é".repeat(500_000);
            assertThat(post(server, "/api/../echo", "text/plain", "").statusCode())
                    .isEqualTo(400);
            assertThat(post(server, "/echo?none", "text/plain", plain).statusCode())
                    .isIn(200, 400);
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsAtTheSameTimeGiveTheirPermitsBack(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(
                kind, "concurrency.slow.path=/*", "concurrency.slow.permits=2", "concurrency.slow.key=global")) {
            List<CompletableFuture<HttpResponse<String>>> two =
                    List.of(Browser.getLater(server.uri("/slow")), Browser.getLater(server.uri("/later")));
            server.awaitSlow(2);
            assertThat(Browser.get(server.uri("/slow")).statusCode()).isEqualTo(429);
            server.gate.countDown();
            two.forEach(each -> assertThat(each.join().statusCode()).isEqualTo(200));
            for (int i = 0; i < 6; i++) {
                // Jersey answers what no mapper knows, then asks the filters of answers.
                Await.until(() -> Browser.get(server.uri("/boom")).statusCode() == 500, Duration.ofSeconds(20));
                Await.until(() -> Browser.get(server.uri("/slow")).statusCode() == 200, Duration.ofSeconds(20));
            }
        }
    }

    /** Where a thread still knows a request that is over, it is no other request's. */
    @ParameterizedTest
    @EnumSource
    void aDenialFromBehindIsAnsweredLikeAnyOther(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(kind, "limit.behind.rate=1/1h")) {
            assertThat(Browser.get(server.uri("/behind")).body()).isEqualTo("let in");
            HttpResponse<String> denied = Browser.get(server.uri("/behind"), "Accept", "application/json");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.body()).contains("\"violated-policies\":[\"behind\"]");
            assertThat(denied.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallerWhoLeavesGivesThePermitBackWhenTheWorkIsDone(WireServer.Kind kind) {
        try (WireServer server = WireServer.start(
                kind, "concurrency.slow.path=/*", "concurrency.slow.permits=1", "concurrency.slow.key=global")) {
            CompletableFuture<HttpResponse<String>> leaving = Browser.getLater(server.uri("/slow"));
            server.awaitSlow(1);
            leaving.cancel(true);
            server.gate.countDown();
            Await.until(() -> Browser.get(server.uri("/slow")).statusCode() == 200, Duration.ofSeconds(20));
        }
    }
}
