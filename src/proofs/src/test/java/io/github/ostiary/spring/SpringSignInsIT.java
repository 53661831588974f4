package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerProcess;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All ways in of an application of Spring Boot, guarded by {@code signin.main.login=spring}; all tests try bob, so no rule follows him everywhere. */
class SpringSignInsIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final AtomicInteger NETWORKS = new AtomicInteger();

    private static final String RULES =
            """
            trustedProxies=loopback
            signin.main.login=spring
            signin.main.account=off
            signin.main.siege=off
            signin.late.login=spring
            signin.late.when=!header:X-Forwarded-For
            signin.late.password=off
            signin.late.address=off
            signin.late.siege=off
            limit.asked.rate=1/1h
            limit.mine.rate=2/1h
            limit.mine.path=/api/mine
            limit.mine.key=principal
            block.staff.path=/staff/closed
            block.staff.when=role:STAFF
            console.path=/ostiary
            console.role=STAFF
            """;

    private static ServerProcess server;
    private static URI base;

    private final String network = "10.77." + NETWORKS.incrementAndGet() + ".1";

    @BeforeAll
    static void start() {
        server = Way.into("sign-ins", RULES);
        base = Way.base;
    }

    @AfterAll
    static void stop() {
        assertThat(server.stop())
                .contains(
                        "lockout.main.password sign-ins of Spring Security",
                        "does not count sign-ins by org.springframework.security.web.authentication.www.BasicAuthenticationFilter")
                .doesNotContain("is not the first");
    }

    private static int looked() {
        return Integer.parseInt(Browser.get(base.resolve("looked")).body());
    }

    @ParameterizedTest
    @EnumSource
    void threeWrongOnesLockAndARightOneClears(Way way) {
        String guess = "guessed";
        assertThat(Stream.of(guess, guess, way.password, guess, guess, guess, way.password, guess)
                        .map(secret -> way.outcome(network, "bob", secret)))
                .containsExactly(
                        "wrong",
                        "wrong",
                        "in",
                        "wrong",
                        "wrong",
                        "wrong",
                        way.isSentAgain() ? "in" : "locked",
                        "locked");
        assertThat(way.outcome("10.78." + NETWORKS.incrementAndGet() + ".1", "bob", way.password))
                .isEqualTo("in");
    }

    /** Programs send name and password with each request. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHundredHonestRequestsAtOnceAreServed(boolean attacked) throws Exception {
        if (attacked) {
            assertThat(Way.BASIC.outcome(network, "bob", "right")).isEqualTo("in");
            for (int i = 0; i < 10; i++) {
                Way.BASIC.outcome(network, "bob", "guessed");
            }
            assertThat(Way.FORM_LOGIN.outcome(network, "bob", "right")).isEqualTo("locked");
        }
        ExecutorService threads = Executors.newFixedThreadPool(100);
        try {
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                calls.add(() -> Way.BASIC.outcome(network, "bob", "right"));
            }
            for (Future<String> answer : threads.invokeAll(calls)) {
                assertThat(answer.get()).isEqualTo("in");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A blank name has the count of its network: a manager may look at it all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u3000"})
    void blankNamesAreCounted(String blank) {
        assertThat(Stream.generate(() -> Way.BASIC.outcome(network, blank, "guessed"))
                        .limit(5))
                .containsExactly("wrong", "wrong", "wrong", "locked", "locked");
    }

    /** Where there is no token against forged forms. */
    @Test
    void aFormOfAForeignPageIsNotLookedAt() {
        int unused = looked();
        for (int i = 0; i < 5; i++) {
            assertThat(Way.send(
                                    "staff/login",
                                    FORM,
                                    "username=bob&password=guessed",
                                    network,
                                    "Sec-Fetch-Site",
                                    "cross-site",
                                    "Sec-Fetch-Mode",
                                    "navigate")
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(looked()).isZero();
        assertThat(Way.STAFF.outcome(network, "bob", Way.STAFF.password)).isEqualTo("in");
    }

    @Test
    void aLockedDoorIsMetBeforeThePassword() {
        for (int i = 0; i < 3; i++) {
            assertThat(Way.BASIC.outcome(network, "bob", "guessed")).isEqualTo("wrong");
        }
        int unused = looked();
        HttpResponse<String> right = Way.FORM_LOGIN.signIn(network, "bob", "right");
        HttpResponse<String> wrong = Way.FORM_LOGIN.signIn(network, "bob", "guessed");
        assertThat(looked()).isZero();
        assertThat(right.statusCode()).isEqualTo(429);
        assertThat(right.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(right.body()).isEqualTo(wrong.body());
    }

    /** One name has one count, whichever way it is tried: the ways do not multiply the guesses. */
    @Test
    void theWaysShareTheirCounts() {
        assertThat(Way.FORM_LOGIN.outcome(network, "alice", "guessed")).isEqualTo("wrong");
        assertThat(Way.BASIC.outcome(network, "alice", "guessed")).isEqualTo("wrong");
        assertThat(Way.JSON.outcome(network, "alice", "guessed")).isEqualTo("wrong");
        for (Way way : List.of(Way.FORM_LOGIN, Way.BASIC, Way.JSON)) {
            assertThat(way.outcome(network, "alice", "right")).as(way.name()).isEqualTo("locked");
        }
    }

    /** A client or a member of staff is another bob: a success there clears nothing here. */
    @ParameterizedTest
    @EnumSource(names = {"STAFF", "CLIENT_BASIC", "CLIENT_POST"})
    void anotherBobClearsNothing(Way other) {
        for (int i = 0; i < 3; i++) {
            assertThat(Way.FORM_LOGIN.outcome(network, "bob", "guessed")).isEqualTo("wrong");
            assertThat(other.outcome(network, "bob", other.password))
                    .isEqualTo(i < 2 || other.isSentAgain() ? "in" : "locked");
        }
        assertThat(Way.FORM_LOGIN.outcome(network, "bob", "right")).isEqualTo("locked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BOB", " bob", "bob ", "b\u00ADob", "ｂｏｂ", "bob\u200B"})
    void spellingsAreOneName(String written) {
        assertThat(Way.BASIC.outcome(network, "bob", "guessed")).isEqualTo("wrong");
        assertThat(Way.FORM_LOGIN.outcome(network, written, "guessed")).isEqualTo("wrong");
        assertThat(Way.BASIC.outcome(network, written, "guessed")).isEqualTo("wrong");
        assertThat(Way.FORM_LOGIN.outcome(network, "bob", "right")).isEqualTo("locked");
    }

    @Test
    void aNameWithControlCharactersIsRefused() {
        assertThat(Way.BASIC.outcome(network, "bo\u0001b", "right")).isEqualTo("unreadable");
    }

    /** Each look is an attempt: what else is in the request changes neither its name nor its outcome. */
    @Test
    void basicAndFormInOneRequestAreTwo() {
        for (int i = 0; i < 3; i++) {
            String[] other = {"Authorization", Way.basic("alice", "right")};
            int status =
                    Way.form(network, "username=bob&password=guessed", other).statusCode();
            assertThat(status).isEqualTo(302);
        }
        assertThat(Way.BASIC.outcome(network, "bob", "right")).isEqualTo("locked");
        assertThat(Way.BASIC.outcome(network, "alice", "right")).isEqualTo("in");
    }

    @Test
    void inTurnWithAnAccountOfOnesOwnNothingIsGained() {
        for (int i = 0; i < 3; i++) {
            assertThat(Way.JSON.outcome(network, "bob", "guessed")).isEqualTo("wrong");
            assertThat(Way.JSON.outcome(network, "carol", "right")).isEqualTo("in");
        }
        assertThat(Way.JSON.outcome(network, "bob", "right")).isEqualTo("locked");
    }

    @Test
    void ofFiftyAtOnceThreeAreLookedAt() throws Exception {
        int unused = looked();
        ExecutorService threads = Executors.newFixedThreadPool(50);
        List<Callable<String>> guesses = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String guess = "guess" + i;
            Way way = i % 2 == 0 ? Way.BASIC : Way.JSON;
            guesses.add(() -> way.outcome(network, "bob", guess));
        }
        List<String> seen = new ArrayList<>();
        for (Future<String> each : threads.invokeAll(guesses)) {
            seen.add(each.get());
        }
        threads.shutdown();
        assertThat(seen).filteredOn("wrong"::equals).hasSize(3);
        assertThat(looked()).isEqualTo(3);
    }

    /** A cookie that remembers proves who it is: it opens what a guesser has locked, and clears nothing. */
    @Test
    void whoIsRememberedIsNotLockedOutAndClearsNothing() {
        HttpResponse<String> signedIn = Way.form(network, "username=bob&password=right&remember-me=on");
        String remembered = Stream.of(Way.cookies(signedIn).split("; "))
                .filter(cookie -> cookie.startsWith("remember-me="))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 3; i++) {
            assertThat(Way.FORM_LOGIN.outcome(network, "bob", "guessed")).isEqualTo("wrong");
            assertThat(Browser.get(base.resolve("token"), "X-Forwarded-For", network, "Cookie", remembered)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(Way.FORM_LOGIN.outcome(network, "bob", "right")).isEqualTo("locked");
        HttpResponse<String> reply =
                Browser.get(base.resolve("threads/7"), "X-Forwarded-For", network, "Cookie", remembered);
        assertThat(reply.statusCode()).isEqualTo(404); // known, and there is no such page
        for (int i = 0; i < 12; i++) {
            Browser.get(base.resolve("token"), "X-Forwarded-For", network, "Cookie", "remember-me=Ym9iOjE6MTox" + i);
        }
        assertThat(Way.FORM_LOGIN.outcome(network, "carol", "right")).isEqualTo("in");
    }

    /** A token names no user: who guesses is counted by the different tokens tried. */
    @Test
    void guessingOneTimeTokensEnds() {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            statuses.add(Way.send("login/ott", FORM, "token=guess" + i, network).statusCode());
        }
        assertThat(statuses.subList(0, 10)).containsOnly(302);
        assertThat(statuses.subList(10, 12)).containsOnly(429);
        String elsewhere = "10.79.1.1";
        String token = Way.send("ott/generate", FORM, "username=bob", elsewhere)
                .headers()
                .firstValue("X-Token")
                .orElseThrow();
        HttpResponse<String> in = Way.send("login/ott", FORM, "token=" + token, elsewhere);
        assertThat(in.headers().firstValue("Location").orElse("")).endsWith("/");
    }

    @Test
    void aSessionIsRenewedAsEver() {
        HttpResponse<String> page = Browser.get(base.resolve("token"));
        HttpResponse<String> in = Way.send(
                "login",
                FORM,
                "username=bob&password=right",
                network,
                "Cookie",
                Way.cookies(page),
                "X-CSRF-TOKEN",
                page.body());
        assertThat(Way.cookies(in)).contains("JSESSIONID=").doesNotContain(Way.cookies(page));
    }

    /** Whoever posts a password and goes has made an attempt all the same. */
    @Test
    void whoLeavesBeforeTheAnswerHasTried() throws Exception {
        String request = "GET /api/me HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + network + "\r\nAuthorization: "
                + Way.basic("bob", "guessed") + "\r\n\r\n";
        for (int i = 0; i < 3; i++) {
            try (var socket = new Socket("127.0.0.1", base.getPort())) {
                socket.getOutputStream().write(request.getBytes(UTF_8));
                socket.getOutputStream().flush();
                int first = socket.getInputStream().read();
                assertThat(first).isEqualTo('H');
            }
        }
        assertThat(Way.BASIC.outcome(network, "bob", "right")).isEqualTo("locked");
    }

    /** Where no request is known the name alone counts. */
    @Test
    void onAnotherThreadTheNameCounts() {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String typed = "{\"user\":\"dave\",\"password\":\"guess" + i + "\"}";
            statuses.add(
                    Way.send("json/later", "application/json", typed, network).statusCode());
        }
        assertThat(statuses.subList(0, 10)).containsOnly(401);
        assertThat(statuses.subList(10, 12)).containsOnly(429);
    }

    /** Without a position: the rule is decided where the name is known. */
    @Test
    void aRuleAboutPrincipalsIsDecidedBehindTheFilter() {
        String alice = Way.session(network, "login", "username=alice&password=right");
        List<Integer> statuses = new ArrayList<>();
        for (String[] caller : new String[][] {
            {"Cookie", alice},
            {"Authorization", Way.basic("alice", "right")},
            {"Cookie", alice},
            {"Authorization", Way.basic("alice", "right")},
            {"Authorization", Way.basic("carol", "right")}
        }) {
            statuses.add(Browser.get(base.resolve("api/mine"), caller).statusCode());
        }
        assertThat(statuses).containsExactly(404, 404, 429, 429, 404);
    }

    @Test
    void aRoleIsAnAuthorityOfSpringSecurity() {
        String staff = Way.session(network, "staff/login", "username=bob&password=staff");
        assertThat(Browser.get(base.resolve("staff/me"), "Cookie", staff).body())
                .isEqualTo("bob");
        assertThat(Browser.get(base.resolve("staff/closed"), "Cookie", staff).statusCode())
                .isEqualTo(403);
    }
}
