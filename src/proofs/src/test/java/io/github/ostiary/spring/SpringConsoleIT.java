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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console of an application of Spring Boot, whose chains of Spring Security ask who it is and for a token. */
class SpringConsoleIT {

    private static final String FORM = "application/x-www-form-urlencoded";

    private static final String RULES =
            """
            trustedProxies=loopback
            signin.main.login=spring
            signin.main.account=off
            signin.main.siege=off
            console.path=/ostiary
            console.role=STAFF
            """;

    private static ServerProcess server;
    private static URI base;

    private final String network = "10.78.1.1";

    @BeforeAll
    static void start() {
        server = Way.into("sign-ins-console", RULES);
        base = Way.base;
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    private static HttpResponse<String> post(String path, String form, String cookies, String... headers) {
        List<String> all = new ArrayList<>(List.of("Content-Type", FORM, "Cookie", cookies));
        all.addAll(List.of(headers));
        return Browser.send("POST", base.resolve(path), form, UTF_8, all.toArray(String[]::new));
    }

    private static String between(String text, String before) {
        int at = text.indexOf(before) + before.length();
        return text.substring(at, text.indexOf('"', at));
    }

    /** The console asks for a token of its own; the application's chain asks who it is. */
    @Test
    void theConsoleUnlocksWithoutALineOfTheApplications() {
        for (int i = 0; i < 3; i++) {
            assertThat(Way.BASIC.outcome(network, "alice", "guessed")).isEqualTo("wrong");
        }
        String staff = Way.session(network, "staff/login", "username=bob&password=staff");
        String who = "ostiary/who?q=alice&ip=" + network;
        String page = Browser.get(base.resolve(who), "Cookie", staff).body();
        String form = "do=unlock&rule=main.password&back=who&q=alice&key="
                + Way.encoded(between(page, "name=\"key\" value=\"").replace("&#43;", "+"));
        String token = "&token=" + Way.encoded(between(page, "name=\"token\" value=\""));
        assertThat(post("ostiary/change", form, staff).statusCode()).isEqualTo(409);
        assertThat(post("ostiary/change", form + token, staff, "Origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        String member = Way.session("10.80.1.1", "login", "username=carol&password=right");
        assertThat(post("ostiary/change", form + token, member).statusCode()).isEqualTo(403);
        assertThat(Way.BASIC.outcome(network, "alice", "right")).isEqualTo("locked");
        assertThat(post("ostiary/change", form + token, staff).statusCode()).isEqualTo(303);
        assertThat(Way.BASIC.outcome(network, "alice", "right")).isEqualTo("in");
    }

    /** What looks like the console's path and is not stays behind the application's token. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "threads/7/replies",
                "ostiaryx",
                "Ostiary/change",
                "ostiary/..%2Fthreads/7/replies",
                "ostiary;x/../threads/7/replies",
                "threads/7/replies;/ostiary/change",
                "threads/7/replies?/ostiary/change",
                "threads/7/replies%3F/ostiary",
            })
    void nothingElseIsSparedTheToken(String path) throws Exception {
        String session = Way.session("10.81.1.1", "login", "username=carol&password=right");
        String request = "POST /" + path + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-Prefix: /ostiary\r\nCookie: " + session
                + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        try (var socket = new Socket("127.0.0.1", base.getPort())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(answer.split(" ")[1]).as(answer).isIn("403", "400");
        }
    }

    @Test
    void strangersAreAskedForTheirNamesBeforeTheConsole() {
        HttpResponse<String> asked = Browser.get(base.resolve("ostiary/who"), "Accept", "text/html");
        assertThat(asked.statusCode()).isEqualTo(302);
        assertThat(asked.headers().firstValue("Location").orElse("")).endsWith("/login");
    }
}
