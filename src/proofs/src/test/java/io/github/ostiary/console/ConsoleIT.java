package io.github.ostiary.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.KnownFilter;
import io.github.ostiary.testing.probe.SignInServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The console on real servers: who enters, and what is done for whom. Through {@link Console}, {@link ConsoleServlet},
 * {@link ConsoleAccess}, {@code ConsoleRegistration} and {@code Callers}.
 */
class ConsoleIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");
    private static final String GRACE = "Basic " + Base64.getEncoder().encodeToString("grace:secret".getBytes(UTF_8));
    private static final String BOB = "Basic " + Base64.getEncoder().encodeToString("bob:secret".getBytes(UTF_8));

    private static final Map<ServerKind, ServerUnderTest> RUNNING = new EnumMap<>(ServerKind.class);

    static final String RULES =
            """
            limit.all.rate=%s/1h
            limit.all.path=/*
            limit.all.key=ip
            lockout.login.path=/sign-in/*
            lockout.login.key=param:u
            lockout.login.failure=status:401
            lockout.login.success=status:204
            lockout.login.steps=3/1h lock 15m
            console.path=/desk/of/ours
            console.role=doorkeeper
            """;

    private static Path basic;
    private static Path own;
    private static Path off;
    private static Path few;

    @AfterAll
    static void stop() {
        RUNNING.values().forEach(ServerUnderTest::close);
        RUNNING.clear();
    }

    static Path war(String name, String elements, String properties) {
        return WarBuilder.war("console-" + name)
                .thinJar()
                .classes(EchoServlet.class, SignInServlet.class, KnownFilter.class)
                .webXml(elements)
                .properties(properties)
                .build();
    }

    private static synchronized ServerUnderTest on(ServerKind kind) {
        if (basic == null) {
            build();
        }
        return RUNNING.computeIfAbsent(
                kind, started -> ServerUnderTest.start(started, List.of(basic, own, off, few), Map.of(), Map.of()));
    }

    private static void build() {
        String login = "<login-config><auth-method>BASIC</auth-method><realm-name>test</realm-name></login-config>";
        String filter = "<filter><filter-name>known</filter-name><filter-class>" + KnownFilter.class.getName()
                + "</filter-class><async-supported>true</async-supported></filter><filter-mapping>"
                + "<filter-name>known</filter-name><url-pattern>/*</url-pattern></filter-mapping>";
        String many = RULES.formatted("100000");
        basic = war("basic", login, many + "trustedProxies=loopback\n");
        own = war("own", filter, many);
        off = war("off", filter, many.replaceAll("console\\..*", ""));
        few = war("few", filter, RULES.formatted("3"));
    }

    static HttpResponse<String> get(ServerUnderTest server, Path war, String path, String... headers) {
        return Browser.get(server.uri(war).resolve("desk/of/ours" + path), headers);
    }

    private static HttpResponse<String> post(
            ServerUnderTest server, Path war, String path, String body, String... headers) {
        String[] all = Stream.concat(Stream.of("Content-Type", FORM), Stream.of(headers))
                .toArray(String[]::new);
        URI uri = server.uri(war).resolve("desk/of/ours" + path);
        return Browser.send("POST", uri, body, UTF_8, all);
    }

    private static String token(HttpResponse<String> page) {
        Matcher token = TOKEN.matcher(page.body());
        assertThat(token.find()).as(page.body()).isTrue();
        return token.group(1);
    }

    private static void lock(ServerUnderTest server, Path war, String name) {
        for (int i = 0; i < 3; i++) {
            URI uri = server.uri(war).resolve("sign-in/status");
            assertThat(Browser.send("POST", uri, "u=" + name + "&p=wrong", UTF_8, "Content-Type", FORM)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theContainerAsksWhoItIsAndSaysWhoHasTheRole(ServerKind kind) {
        ServerUnderTest server = on(kind);
        HttpResponse<String> nobody = get(server, basic, "");
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(nobody.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(asked -> assertThat(asked).startsWithIgnoringCase("basic"));
        HttpResponse<String> other = get(server, basic, "/rules", "Authorization", BOB);
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.body()).contains("Not for you").doesNotContain("limit", "lockout");
        HttpResponse<String> grace = get(server, basic, "/rules", "Authorization", GRACE);
        assertThat(grace.statusCode()).isEqualTo(200);
        assertThat(grace.body()).contains("lockout.login", "/WEB-INF/ostiary.properties", "Signed in as <strong>grace");
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationsOwnFilterMayKnowWhoItIs(ServerKind kind) {
        ServerUnderTest server = on(kind);
        HttpResponse<String> nobody = get(server, own, "");
        assertThat(nobody.statusCode()).isEqualTo(403);
        assertThat(nobody.body())
                .contains("The server names no user", "isUserInRole")
                .doesNotContain("Nobody is signed in")
                .doesNotContain("<nav");
        assertThat(get(server, own, "", "X-User", "bob/guest").statusCode()).isEqualTo(403);
        assertThat(get(server, own, "", "X-User", "grace/doorkeeper").statusCode())
                .isEqualTo(200);
        assertThat(get(server, own, "/api/rules").statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @EnumSource
    void withoutItsKeysThereIsNothing(ServerKind kind) {
        assertThat(get(on(kind), off, "", "X-User", "grace/doorkeeper").statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource
    void plainHttpIsForThisMachineOnly(ServerKind kind) {
        ServerUnderTest server = on(kind);
        HttpResponse<String> elsewhere =
                get(server, basic, "/rules", "Authorization", GRACE, "X-Forwarded-For", "203.0.113.7");
        assertThat(elsewhere.statusCode()).isEqualTo(403);
        assertThat(elsewhere.body()).contains("HTTPS only").doesNotContain("limit");
        assertThat(get(
                                server,
                                basic,
                                "/rules",
                                "Authorization",
                                GRACE,
                                "X-Forwarded-For",
                                "203.0.113.7",
                                "X-Forwarded-Proto",
                                "https")
                        .statusCode())
                .isEqualTo(200);
        for (String header : List.of("X-Forwarded-For", "Forwarded")) { // a proxy here that nobody told us of
            HttpResponse<String> forwarded = get(
                    server,
                    own,
                    "/rules",
                    "X-User",
                    "grace/doorkeeper",
                    header,
                    "127.0.0.1",
                    "X-Forwarded-Proto",
                    "https");
            assertThat(forwarded.statusCode()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyAnswerTellsBrowsersToKeepItToThemselves(ServerKind kind) {
        ServerUnderTest server = on(kind);
        for (HttpResponse<String> answer : List.of(
                get(server, own, "", "X-User", "grace/doorkeeper"),
                get(server, own, "/nothing", "X-User", "grace/doorkeeper"),
                get(server, own, "/api/rules", "X-User", "grace/doorkeeper"),
                get(server, own, ""))) {
            Map<String, List<String>> headers = answer.headers().map();
            assertThat(headers.get("Content-Security-Policy").toString())
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(headers)
                    .containsEntry("Cache-Control", List.of("no-store"))
                    .containsEntry("X-Content-Type-Options", List.of("nosniff"))
                    .containsEntry("Referrer-Policy", List.of("same-origin"));
            assertThat(answer.body()).doesNotContainPattern("<style| style=|<script>| on[a-z]+=");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoeverIsLockedIsUnlockedByAForm(ServerKind kind) {
        ServerUnderTest server = on(kind);
        String user = "ann-" + kind.name().toLowerCase();
        lock(server, own, user);
        HttpResponse<String> page = get(server, own, "/who?q=" + user, "X-User", "grace/doorkeeper");
        assertThat(page.body()).contains("1 rule stands in the way");
        String key = page.body().replaceAll("(?s).*name=\"key\" value=\"([^\"]+)\".*", "$1");
        String form = "do=unlock&rule=login&back=who&q=" + user + "&key=" + key + "&token=" + token(page);
        HttpResponse<String> done =
                post(server, own, "/change", form, "X-User", "grace/doorkeeper", "Sec-Fetch-Site", "same-origin");
        assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
        URI next = page.uri().resolve(done.headers().firstValue("Location").orElseThrow());
        assertThat(Browser.get(next, "X-User", "grace/doorkeeper").body())
                .contains("Unlocked.", "Nothing stands in the way");
    }

    @ParameterizedTest
    @EnumSource
    void aChangeNeedsATokenOfItsVisitorsOwnAndNoOtherSite(ServerKind kind) {
        ServerUnderTest server = on(kind);
        String user = "carl-" + kind.name().toLowerCase();
        lock(server, own, user);
        String grace = "grace/doorkeeper";
        String token = token(get(server, own, "/who?q=" + user, "X-User", grace));
        String form = "do=unlock-many&rule=login";
        List<HttpResponse<String>> refused = new ArrayList<>();
        refused.add(post(server, own, "/change", form, "X-User", grace));
        refused.add(
                post(server, own, "/change", form + "&token=" + token.replace(token.charAt(3), '_'), "X-User", grace));
        refused.add(post(server, own, "/change", form + "&token=" + token, "X-User", "eve/doorkeeper"));
        refused.add(post(server, basic, "/change", form + "&token=" + token, "Authorization", GRACE));
        refused.add(post(server, own, "/api/unlock-many", form + "&token=" + token, "X-User", grace));
        String good = form + "&token=" + token;
        refused.add(post(server, own, "/change", good, "X-User", "eve/guest"));
        refused.add(post(server, own, "/change", good, "X-User", grace, "Origin", "https://evil.example"));
        refused.add(post(server, own, "/change", good, "X-User", grace, "Origin", "null"));
        refused.add(post(server, own, "/change", good, "X-User", grace, "Sec-Fetch-Site", "cross-site"));
        refused.add(post(server, own, "/change", good, "X-User", grace, "Sec-Fetch-Site", "same-site"));
        refused.add(get(server, own, "/change?" + good, "X-User", grace));
        assertThat(refused).extracting(HttpResponse::statusCode).containsOnly(403, 404, 409);
        assertThat(get(server, own, "/locked", "X-User", grace).body()).contains(user);
        assertThat(post(server, own, "/change", good, "X-User", grace).statusCode())
                .isEqualTo(303);
        assertThat(get(server, own, "/locked", "X-User", grace).body()).doesNotContain(user);
    }

    @ParameterizedTest
    @EnumSource
    void programsSendTheTokenInAHeader(ServerKind kind) {
        ServerUnderTest server = on(kind);
        String user = "dora-" + kind.name().toLowerCase();
        lock(server, own, user);
        String grace = "grace/doorkeeper";
        String token =
                get(server, own, "/api/token", "X-User", grace).body().replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        HttpResponse<String> done =
                post(server, own, "/api/unlock", "rule=login&name=" + user, "X-User", grace, "X-Ostiary-Token", token);
        assertThat(done.statusCode()).isEqualTo(200);
        assertThat(done.body()).isEqualTo("{\"done\":\"unlock\",\"count\":1}");
        HttpResponse<String> wrong =
                post(server, own, "/api/unlock", "rule=nobody&name=x", "X-User", grace, "X-Ostiary-Token", token);
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
    }

    @ParameterizedTest
    @EnumSource
    void otherMethodsAndOtherSitesScriptsGetNothing(ServerKind kind) {
        ServerUnderTest server = on(kind);
        URI rules = server.uri(own).resolve("desk/of/ours/rules");
        for (String method : List.of("PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND")) {
            assertThat(Browser.send(method, rules, "", UTF_8, "X-User", "grace/doorkeeper")
                            .statusCode())
                    .as(method)
                    .isGreaterThanOrEqualTo(400);
        }
        assertThat(get(
                                server,
                                own,
                                "/rules",
                                "X-User",
                                "grace/doorkeeper",
                                "Sec-Fetch-Site",
                                "cross-site",
                                "Sec-Fetch-Mode",
                                "no-cors")
                        .statusCode())
                .isEqualTo(403);
        assertThat(Browser.send("HEAD", rules, "", UTF_8, "X-User", "grace/doorkeeper")
                        .body())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whoeverIsInsideIsNotShutOutByTheApplicationsRulesAndWhoeverIsNotIs(ServerKind kind) {
        ServerUnderTest server = on(kind);
        assertThat(get(server, few, "/console.css").headers().firstValue("Set-Cookie"))
                .as("files are shown to everybody")
                .isEmpty();
        String grace = "grace/doorkeeper";
        HttpResponse<String> first = get(server, few, "", "X-User", grace);
        assertThat(first.statusCode()).isEqualTo(200);
        String pass = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(pass).contains("HttpOnly", "SameSite=Strict");
        String cookie = pass.substring(0, pass.indexOf(';'));
        for (int i = 0; i < 10; i++) {
            assertThat(get(server, few, "/locked", "X-User", grace, "Cookie", cookie)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(get(server, few, "", "X-User", "eve/guest", "Cookie", cookie).statusCode())
                .isEqualTo(403);
        List<Integer> guesses = Stream.generate(() -> get(server, few, "").statusCode())
                .limit(4)
                .toList();
        assertThat(guesses).endsWith(429).doesNotContain(200);
        assertThat(get(server, few, "", "Cookie", "ostiary-console=AAAA").statusCode())
                .isEqualTo(429);
        assertThat(Browser.get(server.uri(few).resolve("once"), "Cookie", cookie)
                        .statusCode())
                .isEqualTo(429);
        List<Integer> refused = Stream.generate(() -> get(server, few, "", "X-User", "eve/guest", "Cookie", cookie)
                        .statusCode())
                .limit(3 * Passes.MOST)
                .toList();
        assertThat(refused.stream().filter(status -> status == 403).count())
                .as("guesses with a pass of somebody else")
                .isLessThan(Passes.MOST);
        assertThat(refused).endsWith(429);
        assertThat(server.log()).contains("with the cookie of one operator");
    }

    @ParameterizedTest
    @EnumSource
    void enormousQuestionsAreRefusedAndCostLittle(ServerKind kind) {
        ServerUnderTest server = on(kind);
        lock(server, own, "filler-" + kind);
        String token = token(get(server, own, "/locked", "X-User", "x/doorkeeper"));
        String huge = "x".repeat(1_000_000);
        assertThat(post(server, own, "/change", "do=" + huge + "&token=" + token, "X-User", "x/doorkeeper")
                        .statusCode())
                .isIn(400, 413);
        assertThat(get(server, own, "/who?q=" + "x".repeat(3_000), "X-User", "x/doorkeeper")
                        .statusCode())
                .isEqualTo(413);
        assertThat(get(server, own, "/who?q=" + "%F0%9F%98%80".repeat(150), "X-User", "x/doorkeeper")
                        .statusCode())
                .isEqualTo(200);
    }
}
