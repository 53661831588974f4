package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.Riddle;
import io.github.ostiary.testing.probe.SignInServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lockouts around a password, told of by every signal there is. On every server; three failures lock. */
@ParameterizedClass
@EnumSource
class SignInIT {

    private static final Map<String, String> SIGNALS = Map.ofEntries(
            Map.entry("status", "failure=status:401,403 success=status:204"),
            Map.entry("send-error", "failure=status:401 success=return"),
            Map.entry("location", "failure=location:/sign-in/location?error* success=location:/home"),
            Map.entry("exception", "failure=exception:java.lang.SecurityException success=return"),
            Map.entry("attribute", "failure=attribute:wrong=yes success=attribute:wrong=no"),
            Map.entry("principal", "failure=location:/sign-in/principal?error"),
            Map.entry("long-answer", "failure=status:401 success=status:204"),
            Map.entry("async", "failure=status:401 success=status:204"),
            Map.entry("async-attribute", "failure=attribute:wrong=yes success=attribute:wrong=no"),
            Map.entry("parallel", "failure=status:401 success=status:204"),
            Map.entry("riddle", "failure=status:401 success=status:204 challenge.verifier=" + Riddle.class.getName()));
    private static final String LOGIN =
            "<login-config><auth-method>BASIC</auth-method><realm-name>test</realm-name></login-config>";

    private static ServerUnderTest server;
    private static Path war;

    SignInIT(ServerKind kind) {
        if (server == null || !war.endsWith(name(kind))) {
            stop();
            war = war(name(kind));
            server = ServerUnderTest.start(kind, war);
        }
    }

    private static String name(ServerKind kind) {
        return "sign-in-" + kind.name().toLowerCase();
    }

    private static Path war(String name) {
        String rules = SIGNALS.entrySet().stream()
                .map(rule -> rule(rule.getKey(), rule.getValue()))
                .collect(Collectors.joining());
        return Wars.base(name)
                .allJar()
                .classes(SignInServlet.class, Riddle.class)
                .webXml(LOGIN)
                .properties(rules + "challengePage=/denied\n")
                .build();
    }

    private static String rule(String name, String signals) {
        String steps = name.equals("riddle") ? "2/1h challenge, 9/1h lock 15m" : "3/1h lock 15m";
        return Stream.concat(
                        Stream.of("path=/sign-in/" + name, "key=param:u", "steps=" + steps),
                        Stream.of(signals.split(" ")))
                .map(line -> "lockout." + name + "." + line + "\n")
                .collect(Collectors.joining());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static HttpResponse<String> post(String kind, String form, String... headers) {
        String[] all = Stream.concat(Stream.of("Content-Type", "application/x-www-form-urlencoded"), Stream.of(headers))
                .toArray(String[]::new);
        return Browser.send("POST", uri("sign-in/" + kind), form, UTF_8, all);
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    private static int looked() {
        return Integer.parseInt(Browser.get(uri("looked")).body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "send-error", "location", "exception", "attribute", "principal"})
    void threeFailuresInARowLock(String kind) {
        looked();
        for (String password : List.of("wrong", "wrong", "right", "wrong", "wrong", "broken", "broken", "wrong")) {
            assertThat(post(kind, "u=bob&p=" + password).statusCode()).isNotEqualTo(429);
        }
        isLocked(kind);
        assertThat(looked()).isEqualTo(8);
        assertThat(post(kind, "u=alice&p=right").statusCode()).isNotEqualTo(429);
    }

    /** Servers tell of the end when the answer has left: the next request may begin before that. */
    @ParameterizedTest
    @ValueSource(strings = {"async", "async-attribute"})
    void threeFailuresLockThoughTheyShowLate(String kind) {
        looked();
        for (String password : List.of("wrong", "broken", "wrong", "wrong")) {
            assertThat(post(kind, "u=bob&p=" + password).statusCode()).isNotEqualTo(429);
        }
        isLocked(kind);
        assertThat(looked()).isEqualTo(4);
        for (int i = 0; i < 5; i++) {
            assertThat(post(kind, "u=alice&p=right").statusCode()).isNotEqualTo(429);
        }
    }

    /** Whoever has read the status knows enough, and must not get the attempt back by hanging up. */
    @Test
    void hangingUpWhileTheAnswerIsWrittenTakesNoFailureBack() {
        looked();
        for (int i = 0; i < 3; i++) {
            assertThat(beginning("u=bob&p=wrong")).isEqualTo("HTTP/1.1 401");
        }
        Await.until(() -> beginning("u=bob&p=wrong").equals("HTTP/1.1 429"), Duration.ofSeconds(10));
        assertThat(looked()).isEqualTo(3);
    }

    private static String beginning(String form) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            String request = "POST " + uri("sign-in/long-answer").getPath() + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length()
                    + "\r\n\r\n" + form;
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readNBytes(12), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void isLocked(String kind) {
        for (String password : List.of("wrong", "right")) {
            HttpResponse<String> denied = post(kind, "u=bob&p=" + password);
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(Long.parseLong(Applications.header(denied, "Retry-After")))
                    .isBetween(880L, 900L);
            assertThat(denied.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        }
    }

    @Test
    void noMoreWrongOnesAreLookedAtThanFailuresAllowed() {
        looked();
        List<Integer> answers = atOnce(50, "parallel", "u=eve&p=wrong");
        assertThat(looked()).isLessThanOrEqualTo(3);
        assertThat(answers).containsOnly(401, 429);
    }

    @Test
    void rightOnesAreAllLetThroughHoweverManyThereAre() {
        assertThat(atOnce(20, "parallel", "u=bob&p=right")).hasSize(20).containsOnly(204);
    }

    private static List<Integer> atOnce(int number, String kind, String form) {
        List<CompletableFuture<Integer>> answers = Stream.generate(() -> CompletableFuture.supplyAsync(
                        () -> post(kind, form).statusCode(), task -> new Thread(task).start()))
                .limit(number)
                .toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    @Test
    void challengeMustBePassedFirst() {
        looked();
        post("riddle", "u=bob&p=wrong");
        post("riddle", "u=bob&p=wrong");
        HttpResponse<String> problem = post("riddle", "u=bob&p=right", "Accept", "application/json");
        assertThat(problem.statusCode()).isEqualTo(403);
        assertThat(problem.body()).contains("urn:ostiary:challenge-required", "Challenge Required");
        assertThat(problem.headers().map()).doesNotContainKey("retry-after");
        HttpResponse<String> page = post("riddle", "u=bob&p=right", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.body()).contains("rule=riddle", "status=403", "wait=null");
        assertThat(post("riddle", "u=bob&p=right&answer=41").statusCode()).isEqualTo(403);
        assertThat(looked()).isEqualTo(2);
        assertThat(post("riddle", "u=bob&p=right&answer=42").statusCode()).isEqualTo(204);
    }
}
