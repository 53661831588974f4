package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.JsonServlet;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who signs in by JSON is counted by name, and the application reads the body as if nobody had: through {@link
 * ReplayedRequest} and {@link ReplayedInput}, from {@link ReadBody}. On every server, with each jar; each request from
 * another address.
 */
@ParameterizedClass
@EnumSource
class JsonSignInIT {

    private static final String JSON = "application/json";
    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private static ServerUnderTest server;
    private static Path war;

    JsonSignInIT(ServerKind kind) {
        String name = "json-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            WarBuilder base = Wars.base(name);
            war = (kind == ServerKind.JETTY ? base.thinJar() : base.allJar())
                    .classes(JsonServlet.class)
                    .properties(
                            """
                            trustedProxies=loopback
                            lockout.json.path=/json/*
                            lockout.json.key=json:user.name
                            lockout.json.failure=status:401
                            lockout.json.steps=3/1h lock 15m
                            lockout.late.path=/open/late
                            lockout.late.key=json:user.name
                            lockout.late.position=last
                            lockout.late.failure=status:401
                            lockout.late.steps=3/1h lock 15m
                            lockout.either.path=/open/either
                            lockout.either.key=param:name | json:user.name
                            lockout.either.failure=status:401
                            lockout.either.steps=3/1h lock 15m
                            lockout.basic.path=/open/basic
                            lockout.basic.methods=GET
                            lockout.basic.key=basic:user
                            lockout.basic.failure=status:401
                            lockout.basic.steps=3/1h lock 15m
                            limit.orders.path=/open/orders
                            limit.orders.key=json:customer
                            limit.orders.perIp=none
                            limit.orders.rate=2/1h
                            """)
                    .build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static HttpResponse<String> send(String path, String type, HttpRequest.BodyPublisher body, String... more) {
        int n = ADDRESSES.incrementAndGet();
        List<String> headers = new ArrayList<>(List.of("X-Forwarded-For", "10.1." + n / 256 + "." + n % 256));
        if (!type.isEmpty()) {
            headers.addAll(List.of("Content-Type", type));
        }
        headers.addAll(List.of(more));
        return Browser.sendUnread(
                path.endsWith("basic") ? "GET" : "POST",
                server.uri(war).resolve(path),
                body,
                headers.toArray(String[]::new));
    }

    private static HttpResponse<String> post(String path, String type, String body, String... more) {
        return send(path, type, BodyPublishers.ofString(body), more);
    }

    private static int status(String path, String type, String body) {
        return post(path, type, body).statusCode();
    }

    /** Of unknown length. */
    private static HttpResponse<String> chunked(String path, String body) {
        byte[] octets = body.getBytes(StandardCharsets.UTF_8);
        return send(path, JSON, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(octets)));
    }

    private static String user(String name) {
        return "{\"password\":\"p\",\"user\":{\"name\":\"" + name + "\"}}";
    }

    private static String big(String name, int bytes) {
        return "{\"x\":\"" + "y".repeat(bytes) + "\",\"user\":{\"name\":\"" + name + "\"}}";
    }

    private static int looked() {
        return Integer.parseInt(post("json-looked", "", "").body());
    }

    /** Bytes, text, order and errors are those of the same application without a rule. */
    @ParameterizedTest
    @ValueSource(
            strings = {"stream", "reader", "own-charset", "both", "bytes", "listener", "context", "dispatch", "forward"
            })
    void applicationsReadWhatTheyWouldHaveRead(String way) {
        for (String type :
                new String[] {JSON, JSON + ";charset=UTF-8", "application/problem+json; charset=\"utf-8\""}) {
            String body = "\n" + user("jörg-€-" + way + ADDRESSES.get()) + " ";
            HttpResponse<String> guarded = post("json/" + way, type, body);
            HttpResponse<String> open = post("open/" + way, type, body);
            assertThat(guarded.statusCode()).as(way).isEqualTo(401);
            assertThat(guarded.body()).as(type).isEqualTo(open.body());
            assertThat(chunked("json/" + way, body.replace("jörg", "anna")).body())
                    .isEqualTo(
                            chunked("open/" + way, body.replace("jörg", "anna")).body());
        }
    }

    /** What can be read is not lost on the way; what cannot is no request, and no reason to count the address. */
    @ParameterizedTest
    @ValueSource(ints = {10, 65_400, 65_536, 70_000, 1_000_000})
    void largeBodiesArriveWholeOrNotAtAll(int bytes) {
        String body = big("bob", bytes).replace("\"x\"", "\"customer\":\"c" + bytes + ADDRESSES.get() + "\",\"x\"");
        if (bytes >= 65_500) {
            assertThat(status("open/orders", JSON, body)).isEqualTo(400);
            assertThat(chunked("open/orders", body).statusCode()).isEqualTo(400);
            return;
        }
        String expected = post("open/stream", JSON, body).body();
        assertThat(post("open/orders", JSON, body).body()).isEqualTo(expected);
        assertThat(chunked("open/orders", body).body()).isEqualTo(expected);
        assertThat(status("open/orders", JSON, body)).isEqualTo(429);
    }

    /** A body that a filter has not read is the application's: asking from Java does not count the address instead. */
    @Test
    void askingFromJavaReadsNoBody() {
        String body = "{\"customer\":\"bob\",\"user\":{\"name\":\"java\"}}";
        String expected = post("open/stream", JSON, body).body();
        assertThat(post("open/java", JSON, body).body()).isEqualTo("none " + expected);
        assertThat(post("json/java", JSON, body).body()).isEqualTo("json:customer " + expected);
    }

    @Test
    void attemptsAreCountedByName() {
        looked();
        for (String written : new String[] {"bob", " BOB ", "b\\u006fb"}) {
            assertThat(status("json/stream", JSON, user(written))).as(written).isEqualTo(401);
        }
        assertThat(status("json/stream", JSON, user("bob"))).isEqualTo(429);
        assertThat(status("json/stream", "application/vnd.shop+json", user("bob")))
                .isEqualTo(429);
        assertThat(chunked("json/reader", user("bob")).statusCode()).isEqualTo(429);
        assertThat(status("json/stream", JSON, user("eve"))).isEqualTo(401);
        assertThat(looked()).isEqualTo(4);
    }

    @Test
    void whatCannotBeReadIsNoAttempt() {
        looked();
        String bob = user("bob");
        for (String type : new String[] {
            "", "text/plain", "application/x-www-form-urlencoded", "application/xml", JSON + ";charset=UTF-16"
        }) {
            assertThat(status("json/stream", type, bob)).as(type).isEqualTo(400);
        }
        for (String body : new String[] {
            "{",
            "{\"user\":{\"name\":\"bob\",\"name\":\"eve\"}}",
            "{\"user\":{\"name\":[\"bob\"]}}",
            "{\"user\":{\"Name\":\"bob\"}}",
            "[" + bob + "]",
            bob + bob,
            big("bob", 70_000),
            "bob"
        }) {
            assertThat(status("json/stream", JSON, body))
                    .as(body.substring(0, Math.min(40, body.length())))
                    .isEqualTo(400);
            assertThat(chunked("json/stream", body).statusCode()).isEqualTo(400);
        }
        byte[] utf16 = bob.getBytes(StandardCharsets.UTF_16);
        byte[] latin1 = user("jörg").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(send("json/stream", JSON, BodyPublishers.ofByteArray(utf16)).statusCode())
                .isEqualTo(400);
        assertThat(send("json/stream", JSON, BodyPublishers.ofByteArray(latin1)).statusCode())
                .isEqualTo(400);
        assertThat(post("json/stream", JSON, bob, "Content-Encoding", "gzip").statusCode())
                .isEqualTo(400);
        assertThat(looked()).isZero();
        assertThat(status("json/stream", JSON, "{}")).isEqualTo(401);
        assertThat(status("json/stream", "", "")).isEqualTo(401);
        looked();
    }

    @Test
    void rulesBehindTheApplicationsFiltersReadItToo() {
        for (int i = 0; i < 3; i++) {
            assertThat(post("open/late", JSON, user("late")).body()).contains(":");
        }
        assertThat(status("open/late", JSON, user("late"))).isEqualTo(429);
    }

    @Test
    void aSignInMayTakeFormsAndJson() {
        String form = "application/x-www-form-urlencoded";
        assertThat(status("open/either", form, "name=carl")).isEqualTo(401);
        assertThat(status("open/either", JSON, user("carl"))).isEqualTo(401);
        assertThat(status("open/either", form, "name=carl")).isEqualTo(401);
        assertThat(status("open/either", form, "name=carl")).isEqualTo(429);
        assertThat(status("open/either", JSON, user("carl"))).isEqualTo(429);
        assertThat(status("open/either?name=decoy", JSON, user("carl"))).isEqualTo(400);
        assertThat(status("open/either?name=decoy", JSON, "{}")).isEqualTo(400);
        assertThat(status("open/either", "text/plain", user("carl"))).isEqualTo(400);
    }

    @Test
    void namesInBasicCredentialsAreCounted() {
        String bob = "Basic " + Base64.getEncoder().encodeToString("bob:wrong".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < 3; i++) {
            assertThat(post("open/basic", "", "", "Authorization", bob).statusCode())
                    .isEqualTo(401);
        }
        assertThat(post("open/basic", "", "", "Authorization", bob).statusCode())
                .isEqualTo(429);
        assertThat(post("open/basic", "", "", "Authorization", "Basic Ym*9iOng=")
                        .statusCode())
                .isEqualTo(400);
    }
}
