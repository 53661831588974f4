package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.PuzzleSolver;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.SpringBoot;
import io.github.ostiary.testing.ToolBodies;
import io.github.ostiary.testing.ToolBodies.Sent;
import io.github.ostiary.testing.signin.FormSignIn;
import io.github.ostiary.testing.signin.SignInOutcomes;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Spring Boot with Spring MVC and Spring Security, guarded by this jar on their class path and nothing else: executable jars and a WAR. */
@ParameterizedClass
@EnumSource
class SpringBootIT {

    /** The recipe's rules; of its windows a slow machine must not see the end. */
    private static final String RULES = SignInOutcomes.properties("Spring Boot")
            + Page.recipe("Spring Boot")
                    .text()
                    .replaceAll("(?m)^signin.*\\n", "")
                    .replace("/1m", "/1h")
            + """
              limit.open.rate=3/1h
              limit.open.path=/open/*
              limit.open.key=ip
              limit.asked.rate=1/1h
              limit.tool.path=/tools, /tools/read
              limit.tool.when=%1$s
              limit.tool.rate=2/1h
              limit.tool.key=ip
              limit.late.path=/tools/late
              limit.late.when=%1$s
              limit.late.rate=1/1h
              limit.late.key=ip
              limit.late.position=last
              signin.puzzled.login=spring
              signin.puzzled.when=header:X-Lines=puzzled
              signin.puzzled.captcha=puzzle
              signin.puzzled.puzzle.effort=10ms
              signin.puzzled.password.steps=1/1h challenge
              """
                    .formatted(ToolBodies.WHEN);

    private static URI base;
    private static Supplier<String> log;
    private static Supplier<String> stop;

    /** How the application runs. */
    enum Kind {
        TOMCAT,
        /** With a context path. */
        JETTY,
        UNDERTOW,
        /** On the Tomcat of the build, with Boot's filter for error pages. */
        WAR
    }

    @Parameter
    Kind kind;

    @BeforeParameterizedClassInvocation
    static void start(Kind kind) {
        String name = kind.name().toLowerCase();
        SpringBoot application = SpringBoot.application(name, RULES);
        if (kind == Kind.WAR) {
            Path war = application.war("boot-war");
            ServerUnderTest server =
                    ServerUnderTest.startAlone(ServerKind.TOMCAT, war); // Boot takes the JVM's logging over
            base = server.uri(war);
            log = server::log;
            stop = server::stop;
            return;
        }
        String path = kind == Kind.JETTY ? "/shop" : "";
        ServerProcess server =
                application.run(SpringBoot.Server.valueOf(kind.name()), "--server.servlet.context-path=" + path);
        base = URI.create("http://127.0.0.1:" + server.port() + path + "/");
        log = server::log;
        stop = server::stop;
    }

    @AfterParameterizedClassInvocation
    static void endsWithoutComplaints() {
        assertThat(stop.get())
                .contains("STOPPED", "The guard stands before the filters of Spring")
                .doesNotContain("LEFT ostiary", "failed to stop it", "has not called", "is not the first");
    }

    private static HttpResponse<String> get(String path, String... headers) {
        return Browser.get(base.resolve(path), headers);
    }

    private static HttpResponse<String> post(String path, String type, String body, Visitor visitor, String token) {
        return Browser.send(
                "POST",
                base.resolve(path),
                body,
                UTF_8,
                "Content-Type",
                type,
                "Cookie",
                visitor.cookies,
                "X-CSRF-TOKEN",
                token);
    }

    /** Who has a session, or only a cookie that remembers. */
    private record Visitor(String cookies) {

        static Visitor of(HttpResponse<String> response) {
            return new Visitor(response.headers().allValues("Set-Cookie").stream()
                    .map(cookie -> cookie.split(";")[0])
                    .collect(Collectors.joining("; ")));
        }

        /** A new one, with the token that a post needs. */
        static HttpResponse<String> arrives() {
            return get("token");
        }

        int replies() {
            return reply().statusCode();
        }

        HttpResponse<String> reply() {
            HttpResponse<String> token = get("token", "Cookie", cookies);
            Visitor known = token.headers().firstValue("Set-Cookie").isEmpty()
                    ? this
                    : new Visitor(cookies + "; " + of(token).cookies);
            return post("threads/7/replies", "text/plain", "", known, token.body());
        }
    }

    private static HttpResponse<String> signIn(String name, String password) {
        HttpResponse<String> arrival = Visitor.arrives();
        return signIn(name, password, Visitor.of(arrival), arrival.body());
    }

    private static HttpResponse<String> signIn(String name, String password, Visitor visitor, String token) {
        String form = "username=" + name + "&password=" + password + "&remember-me=on";
        return post("login", "application/x-www-form-urlencoded", form, visitor, token);
    }

    @TestFactory
    Stream<DynamicTest> itsSignInIsGuarded() {
        return SignInOutcomes.of(FormSignIn.at(
                base.resolve("login"),
                answer -> Applications.header(answer, "Location").endsWith(base.getPath()),
                log));
    }

    /** Nothing of the puzzle is the application's. */
    @Test
    void aProgramSolvesThePuzzleOfItsSignIn() {
        HttpResponse<String> arrival = Visitor.arrives();
        assertThat(Applications.header(puzzled(arrival, "guess", ""), "Location"))
                .endsWith("login?error");
        HttpResponse<String> denied = puzzled(arrival, "right", "");
        assertThat(denied.statusCode()).isEqualTo(403);
        String answer = PuzzleSolver.payload(PuzzleSolver.puzzle(denied.body()));
        assertThat(Applications.header(puzzled(arrival, "right", answer), "Location"))
                .endsWith(base.getPath());
    }

    private static HttpResponse<String> puzzled(HttpResponse<String> arrival, String password, String answer) {
        return Browser.send(
                "POST",
                base.resolve("login"),
                "username=alice&password=" + password,
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Cookie",
                Visitor.of(arrival).cookies,
                "X-CSRF-TOKEN",
                arrival.body(),
                "Accept",
                "application/json",
                "X-Forwarded-For",
                "203.0.113.77",
                "X-Lines",
                "puzzled",
                "Ostiary-Captcha",
                answer);
    }

    @Test
    void whoIsSignedInHasLimitsOfHisOwn() {
        Visitor alice = Visitor.of(signIn("alice", "right"));
        assertThat(IntStream.range(0, 6).map(i -> alice.replies())).containsExactly(200, 200, 200, 200, 200, 429);
        HttpResponse<String> denied = alice.reply();
        assertThat(Applications.header(denied, "X-Front")).isEqualTo("seen");
        assertThat(Applications.header(denied, "X-Back")).isEqualTo("seen");
        assertOurs(denied, "reply");
        assertThat(Visitor.of(signIn("bob", "right")).reply().body()).isEqualTo("bob replies to 7");
    }

    @Test
    void whoIsRememberedIsTheSamePrincipal() {
        Visitor both = Visitor.of(signIn("carol", "right"));
        String[] cookies = both.cookies.split("; ");
        assertThat(cookies).hasSize(2);
        Visitor remembered = new Visitor(cookies[0].startsWith("remember-me=") ? cookies[0] : cookies[1]);
        assertThat(IntStream.range(0, 3).map(i -> both.replies())).containsOnly(200);
        assertThat(IntStream.range(0, 3).map(i -> remembered.replies())).containsExactly(200, 200, 429);
    }

    @Test
    void aLimitByAddressComesBeforeEverything() {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> allowed = get("open/health");
            assertThat(allowed.body()).isEqualTo("{\"status\":\"UP\"}");
            assertThat(allowed.headers().map()).containsKeys("RateLimit", "X-Front", "X-Back");
        }
        HttpResponse<String> denied = get("open/health");
        assertOurs(denied, "open");
        assertThat(denied.headers().map()).doesNotContainKeys("X-Front", "X-Back");
        assertThat(get("open/health", "Accept", "text/html").body()).contains("<h1>Too Many Requests</h1>");
    }

    /** Not Boot's error page, nor a status without headers. */
    private static void assertOurs(HttpResponse<String> denied, String rule) {
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(Applications.header(denied, "RateLimit")).contains("\"" + rule + "\";r=0");
        assertThat(denied.body()).startsWith("Too Many Requests\n");
    }

    @Test
    void aDenialThrownBehindSpringIsAnsweredAsAnyOther() {
        assertThat(get("asks").body()).isEqualTo("answered");
        HttpResponse<String> denied = get("asks", "Accept", "application/json");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(denied.body()).contains("\"violated-policies\":[\"asked\"]");
    }

    @Test
    void uploadsAndAsynchronousAnswersArriveWhole() {
        assertThat(get("later").body()).isEqualTo("later");
        assertThat(get("completed").body()).isEqualTo("completed");
        HttpResponse<String> arrival = Visitor.arrives();
        String body =
                """
                --cut\r
                Content-Disposition: form-data; name="note"\r
                \r
                size\r
                --cut\r
                Content-Disposition: form-data; name="file"; filename="f.bin"\r
                Content-Type: application/octet-stream\r
                \r
                %s\r
                --cut--\r
                """
                        .formatted("a".repeat(300_000));
        assertThat(post("upload", "multipart/form-data; boundary=cut", body, Visitor.of(arrival), arrival.body())
                        .body())
                .isEqualTo("size: 300000");
    }

    /** Whatever bytes a caller chooses, before Spring and behind it; the controller reads the same. */
    @Test
    void theCallOfAToolIsLimitedByAMemberOfItsBody() {
        HttpResponse<String> arrival = Visitor.arrives();
        Sent call = ToolBodies.meant().get(0);
        assertThat(tool("tools", call, arrival).body()).isEqualTo(ToolBodies.CALL);
        assertThat(tool("tools/read", call, arrival).body()).isEqualTo("tools/call");
        assertThat(tool("tools/late", call, arrival).body()).isEqualTo(ToolBodies.CALL);
        for (String path : List.of("tools", "tools/late")) {
            assertThat(ToolBodies.meant())
                    .allSatisfy(sent ->
                            assertThat(tool(path, sent, arrival).statusCode()).isEqualTo(429));
            assertThat(ToolBodies.others()).allSatisfy(sent -> {
                HttpResponse<String> answer = tool(path, sent, arrival);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo(new String(sent.bytes(), UTF_8));
            });
            assertThat(ToolBodies.unclear())
                    .allSatisfy(sent ->
                            assertThat(tool(path, sent, arrival).statusCode()).isEqualTo(400));
        }
    }

    private static HttpResponse<String> tool(String path, Sent sent, HttpResponse<String> arrival) {
        return Browser.sendUnread(
                "POST",
                base.resolve(path),
                BodyPublishers.ofByteArray(sent.bytes()),
                Stream.concat(
                                Stream.of(sent.allHeaders()),
                                Stream.of("Cookie", Visitor.of(arrival).cookies, "X-CSRF-TOKEN", arrival.body()))
                        .toArray(String[]::new));
    }

    @Test
    void errorPagesAreBoots() {
        assertThat(get("fails").body()).contains("\"status\":500", "\"path\":\"" + base.getPath() + "fails\"");
        assertThat(get("gone").body()).contains("\"status\":410", "\"error\":\"Gone\"");
        assertThat(get("nowhere").statusCode()).isEqualTo(404);
    }
}
