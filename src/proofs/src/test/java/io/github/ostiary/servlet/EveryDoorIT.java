package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.PageDoorServlet;
import io.github.ostiary.testing.probe.PageServlet;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the application looks at is counted by us, whatever the method, the mapping, the dispatch and the body. Each name
 * has three guesses, each from another address; on every server.
 */
@ParameterizedClass
@EnumSource
class EveryDoorIT {

    private static final int GUESSES = 5;
    private static final int ALLOWED = 3;
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final List<String> METHODS =
            List.of("POST", "post", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT", "SIGNIN");
    private static final List<String> PAGES = List.of("/login.xhtml", "/login.jsf", "/faces/login.xhtml", "/login");
    private static final String ERROR_PAGE =
            "<error-page><error-code>403</error-code><location>/login.xhtml</location></error-page>";
    private static final String REQUESTS_ONLY =
            """
            <filter>
              <filter-name>doorkeeper</filter-name>
              <filter-class>io.github.ostiary.servlet.RateLimitFilter</filter-class>
            </filter>
            <filter-mapping><filter-name>doorkeeper</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;
    private static final String RULES =
            """
            trustedProxies=loopback
            lockout.login.path=/login.xhtml
            lockout.login.key=param:u
            lockout.login.failure=status:401, attribute:wrong
            lockout.login.steps=3/1h lock 15m
            """;

    /** How a name comes. */
    private enum Body {
        QUERY,
        FORM,
        CHUNKED,
        TEXT,
        UNTYPED
    }

    private static ServerUnderTest server;
    private static Path war;
    private static Path declared;
    private static int addresses;

    private final ServerKind kind;

    EveryDoorIT(ServerKind kind) {
        this.kind = kind;
        String name = "every-door-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            war = WarBuilder.war(name)
                    .thinJar()
                    .classes(PageServlet.class, PageDoorServlet.class)
                    .webXml(ERROR_PAGE)
                    .properties(RULES)
                    .build();
            declared = WarBuilder.war(name + "-declared")
                    .thinJar()
                    .classes(PageServlet.class, PageDoorServlet.class)
                    .webXml(ERROR_PAGE + REQUESTS_ONLY)
                    .properties(RULES)
                    .build();
            server = ServerUnderTest.start(kind, war, declared);
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static int send(String method, String path, String page, Body body, String form) {
        addresses++;
        List<String> headers = new ArrayList<>(
                List.of("X-Forwarded-For", "10.1." + addresses / 256 + "." + addresses % 256, "X-Page", page));
        if (body == Body.FORM || body == Body.CHUNKED) {
            headers.addAll(List.of("Content-Type", FORM));
        } else if (body == Body.TEXT) {
            headers.addAll(List.of("Content-Type", "text/plain"));
        }
        BodyPublisher sent =
                switch (body) {
                    case QUERY -> BodyPublishers.noBody();
                    case CHUNKED -> BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(form.getBytes(UTF_8)));
                    default -> BodyPublishers.ofString(form);
                };
        String target = body == Body.QUERY ? path + "?" + form : path;
        return Browser.sendUnread(
                        method, server.uri(war).resolve(target.substring(1)), sent, headers.toArray(String[]::new))
                .statusCode();
    }

    private static int lookedAt(String name) {
        return Integer.parseInt(Browser.get(server.uri(war).resolve("door/looked"), "X-Page", name)
                .body());
    }

    /** The guesses at one name that were looked at beyond those allowed; null if there were none. */
    private static String beyond(String method, String path, String page, Body body) {
        String name = method + path + page + body;
        for (int i = 0; i < GUESSES; i++) {
            send(method, path, page, body, "u=" + name + "&p=guess" + i);
        }
        int looked = lookedAt(name);
        return looked > ALLOWED ? method + " " + path + " " + page + " " + body + ": " + looked : null;
    }

    private static List<String> beyond(String path) {
        List<String> pages = path.equals("/door/error") ? PAGES.subList(0, 1) : PAGES;
        return METHODS.stream()
                .flatMap(method -> pages.stream().flatMap(page -> Stream.of(Body.values())
                        .filter(body -> body == Body.QUERY || !method.equals("HEAD"))
                        .map(body -> beyond(method, path.isEmpty() ? page : path, page, body))))
                .filter(found -> found != null)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/door/forward", "/door/include", "/door/dispatch", "/door/error"})
    void noMoreGuessesAreLookedAtThanAreCounted(String path) {
        assertThat(beyond(path)).isEmpty();
    }

    /** A {@code <filter-mapping>} without dispatchers means requests only. */
    @ParameterizedTest
    @ValueSource(strings = {"forward", "include", "dispatch", "error"})
    void aDeclaredFilterMeetsDispatchesAsWell(String dispatch) {
        Path automatic = war;
        war = declared;
        try {
            assertThat(beyond("POST", "/door/" + dispatch, "/login.xhtml", Body.FORM))
                    .isNull();
        } finally {
            war = automatic;
        }
    }

    @Test
    void aLockoutSaysOfEachExactMappingWhetherItIsTheSamePage() {
        String rules =
                "lockout.login.key=param:u\nlockout.login.failure=status:401\nlockout.login.steps=3/1h lock 15m\n";
        String name = war.getFileName() + "-refused";
        Path refused = Wars.base(name)
                .thinJar()
                .properties(rules + "lockout.login.path=/login\nsignin.main.path=/login\nsignin.main.name=param:u\n")
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(kind, refused))
                .contains("Ostiary's configuration has 2 problems")
                .contains("lockout.login.path=/login: the servlet behind it also has the mappings ", "!/")
                .contains("signin.main.path=/login: the servlet behind it also has the mappings ");
        Path accepted = Wars.base(name)
                .thinJar()
                .properties(rules + "lockout.login.path=/login, !/*\n")
                .build();
        ServerUnderTest.start(kind, accepted).close();
    }

    @Test
    void oneDispatchAfterAnotherIsOneAttempt() {
        for (String path : List.of("/login.xhtml", "/door/forward", "/door/dispatch")) {
            send("POST", path, "/faces/login.xhtml", Body.FORM, "u=all&p=wrong");
        }
        assertThat(lookedAt("all")).isEqualTo(ALLOWED);
        assertThat(send("POST", "/login", "", Body.FORM, "u=all&p=wrong")).isEqualTo(429);
    }

    @Test
    void imagesOfAForeignPageLockNobodyOut() {
        for (int i = 0; i < GUESSES; i++) {
            assertThat(Browser.get(
                                    server.uri(war).resolve("login.xhtml?u=own&p=" + i),
                                    "Sec-Fetch-Site",
                                    "cross-site",
                                    "Sec-Fetch-Mode",
                                    "no-cors")
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(lookedAt("own")).isZero();
        assertThat(send("POST", "/login.xhtml", "", Body.FORM, "u=own&p=wrong")).isEqualTo(401);
    }

    @Test
    void whatNamesNobodyIsNoAttempt() {
        for (int i = 0; i < GUESSES; i++) {
            assertThat(send("GET", "/login.xhtml", "", Body.QUERY, "p=x")).isEqualTo(401);
        }
    }
}
