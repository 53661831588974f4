package io.github.ostiary.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is Vert.x's alone: one thread for all callers, which waits for none of them. */
class VertxEdgeTest {

    private static final Duration BOUND = Duration.ofSeconds(8);
    private static final String[] ONE_AT_A_TIME = {
        "concurrency.slow.path=/slow, /later",
        "concurrency.slow.permits=1",
        "concurrency.slow.key=global",
        "concurrency.slow.wait=20s"
    };

    private static int get(WireServer server, String path, String... headers) {
        return Browser.get(server.uri(path), headers).statusCode();
    }

    /** A caller who asks and hangs up later. */
    private static Socket ask(WireServer server, String head) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        OutputStream out = socket.getOutputStream();
        out.write((head + "\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
        out.flush();
        return socket;
    }

    @Test
    void codeOnAnyThreadFindsItsRequestAndNoOther() {
        try (VertxWireServer server =
                new VertxWireServer("limit.none.path=/none", "limit.none.rate=1/1h", "limit.none.key=ip")) {
            for (int i = 0; i < 3; i++) {
                assertThat(Browser.get(server.uri("/context")).body()).isEqualTo("/context");
                assertThat(Browser.get(server.uri("/context-behind")).body()).isEqualTo("/context-behind");
            }
        }
    }

    @Test
    void whereARequestIsLedToItMeetsTheRulesOfThatPath() {
        try (VertxWireServer server =
                new VertxWireServer("limit.one.path=/one", "limit.one.rate=1/1h", "limit.one.key=ip")) {
            assertThat(get(server, "/led")).isEqualTo(200);
            assertThat(get(server, "/led")).isEqualTo(429);
            assertThat(get(server, "/one")).isEqualTo(429);
        }
    }

    /** What an answer shows is settled by a worker: an attempt that is not settled yet counts all the same. */
    @Test
    void countersInRedisAreAskedByWorkersAndNoGuessIsMissed() {
        try (RedisServer redis = RedisServer.start();
                VertxWireServer server = new VertxWireServer(
                        "redis.uri=" + redis.uri(),
                        "redis.timeout=5s",
                        "lockout.login.path=/login",
                        "lockout.login.key=param:u",
                        "lockout.login.failure=status:401",
                        "lockout.login.success=status:200",
                        "lockout.login.steps=3/1h lock 15m",
                        "concurrency.slow.path=/boom",
                        "concurrency.slow.permits=1",
                        "concurrency.slow.key=global")) {
            for (int i = 0; i < 3; i++) {
                assertThat(login(server, "guess")).isEqualTo(401);
            }
            assertThat(login(server, "right")).isEqualTo(429);
            for (int i = 0; i < 5; i++) {
                Await.until(() -> get(server, "/boom") == 500, BOUND);
            }
        }
    }

    private static int login(WireServer server, String password) {
        return Browser.send(
                        "POST",
                        server.uri("/login"),
                        BodyPublishers.ofString("u=bob&p=" + password),
                        "Content-Type",
                        "application/x-www-form-urlencoded")
                .statusCode();
    }

    /** Nobody knows how long it is, and the application has not asked. */
    @Test
    void aBodyThatIsLeftUnreadCostsWhatWasReserved() throws IOException {
        try (VertxWireServer server = new VertxWireServer(
                "limit.up.path=/text",
                "limit.up.rate=100/1h",
                "limit.up.key=ip",
                "limit.up.cost=request:bytes",
                "limit.up.reserve=40")) {
            assertThat(get(server, "/text")).isEqualTo(200);
            assertThat(firstLine(server, "Content-Length: 9000")).contains(" 200 ");
            assertThat(firstLine(server, "Transfer-Encoding: chunked")).contains(" 200 ");
            Await.until(() -> get(server, "/text") == 429, BOUND);
        }
    }

    private static String firstLine(WireServer server, String announced) throws IOException {
        try (Socket socket = ask(server, "POST /text HTTP/1.1\r\n" + announced)) {
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        }
    }

    /** More of them than there are worker threads. */
    @Test
    void callersWhoWaitForTheirTurnKeepNoThread() {
        try (VertxWireServer server = new VertxWireServer(ONE_AT_A_TIME)) {
            CompletableFuture<HttpResponse<String>> first = Browser.getLater(server.uri("/slow"));
            server.awaitSlow(1);
            List<CompletableFuture<HttpResponse<String>>> waiting = Stream.generate(
                            () -> Browser.getLater(server.uri("/later")))
                    .limit(30)
                    .toList();
            assertThat(get(server, "/elsewhere")).isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            server.gate.countDown();
            assertThat(first.join().statusCode()).isEqualTo(200);
            waiting.forEach(each -> assertThat(each.join().statusCode()).isEqualTo(200));
        }
    }

    @Test
    void whoLeavesWhileItWaitsTakesNoTurn() throws IOException {
        try (VertxWireServer server = new VertxWireServer(ONE_AT_A_TIME)) {
            CompletableFuture<HttpResponse<String>> first = Browser.getLater(server.uri("/slow"));
            server.awaitSlow(1);
            for (int i = 0; i < 5; i++) {
                Socket leaving = ask(server, "GET /slow HTTP/1.1");
                int count = i + 1;
                leaving.close();
                Await.until(() -> server.left.get() == count, BOUND);
            }
            CompletableFuture<HttpResponse<String>> last = Browser.getLater(server.uri("/later"));
            server.gate.countDown();
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(last.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whoLeavesWhileItIsServedGivesItsPermitBackWhenTheWorkIsDone() throws IOException {
        try (VertxWireServer server = new VertxWireServer(
                "concurrency.slow.path=/later", "concurrency.slow.permits=1", "concurrency.slow.key=global")) {
            Socket leaving = ask(server, "GET /later HTTP/1.1");
            server.awaitSlow(1);
            leaving.close();
            Await.until(() -> server.left.get() == 1, BOUND);
            assertThat(get(server, "/later")).isEqualTo(429);
            server.gate.countDown();
            Await.until(() -> get(server, "/later") == 200, BOUND);
        }
    }

    @Test
    void aBodyThatComesInPiecesKeepsNoThreadAndIsReadWhole() throws IOException {
        try (VertxWireServer server = new VertxWireServer(
                "lockout.login.path=/json-login",
                "lockout.login.key=json:u",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:200",
                "lockout.login.steps=2/1h lock 15m")) {
            List<Socket> slow = Stream.generate(() -> piece(server)).limit(25).toList();
            for (int i = 0; i < 2; i++) {
                assertThat(post(server, BodyPublishers.ofString("{\"u\":\"bob\",\"p\":\"guess\"}")))
                        .isEqualTo(401);
            }
            assertThat(post(server, BodyPublishers.ofString("{\"u\":\"bob\",\"p\":\"right\"}")))
                    .isEqualTo(429);
            Socket one = slow.get(0);
            one.getOutputStream().write(":\"eve\",\"p\":\"right\"}".getBytes(US_ASCII));
            one.getOutputStream().flush();
            assertThat(new String(one.getInputStream().readNBytes(15), US_ASCII))
                    .isEqualTo("HTTP/1.1 200 OK");
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    private static Socket piece(WireServer server) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            socket.getOutputStream()
                    .write(("POST /json-login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 23\r\n\r\n{\"u\"")
                            .getBytes(US_ASCII));
            socket.getOutputStream().flush();
            return socket;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int post(WireServer server, BodyPublisher body) {
        return Browser.send("POST", server.uri("/json-login"), body, "Content-Type", "application/json")
                .statusCode();
    }

    @Test
    void aLongBodyOfUnannouncedLengthIsNotReadToItsEnd() {
        try (VertxWireServer server = new VertxWireServer(
                "json.maxBody=1KB",
                "limit.login.path=/json-login",
                "limit.login.key=json:u",
                "limit.login.rate=100/1h",
                "limit.login.perIp=none")) {
            String longer = "{\"u\":\"" + "x".repeat(2_000) + "\"}";
            BodyPublisher chunked = BodyPublishers.fromPublisher(BodyPublishers.ofString(longer));
            assertThat(post(server, chunked)).isEqualTo(413);
            assertThat(post(server, BodyPublishers.ofString(longer))).isEqualTo(400);
            assertThat(post(server, BodyPublishers.fromPublisher(BodyPublishers.ofString("{\"u\":\"bob\"}"))))
                    .isEqualTo(401);
        }
    }

    /** As HTTP/2 allows: an application could read from it by what no rule has counted. */
    @Test
    void aBodyThatNothingAnnouncesIsDeniedWhereRulesLookIntoBodies() throws Exception {
        try (VertxWireServer server = new VertxWireServer(
                "limit.look.path=/look",
                "limit.look.key=param:u | ip",
                "limit.look.rate=100/1h",
                "limit.look.perIp=none")) {
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            HttpRequest plain = HttpRequest.newBuilder(server.uri("/look")).build();
            assertThat(client.send(plain, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(unannounced(client, server.uri("/look"))).isEqualTo(400);
            assertThat(unannounced(client, server.uri("/elsewhere"))).isEqualTo(200);
        }
    }

    private static int unannounced(HttpClient client, URI uri) throws Exception {
        BodyPublisher body = BodyPublishers.fromPublisher(BodyPublishers.ofString("u=bob"));
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(uri).timeout(BOUND).method("GET", body).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        return answer.statusCode();
    }

    /** Its end cannot be seen: its permit is not kept. */
    @Test
    void aWebSocketIsDecidedAtItsHandshake() {
        try (VertxWireServer server = new VertxWireServer(
                "concurrency.sockets.path=/socket",
                "concurrency.sockets.permits=1",
                "concurrency.sockets.key=global",
                "limit.sockets.path=/socket",
                "limit.sockets.rate=3/1h",
                "limit.sockets.key=ip")) {
            for (int i = 0; i < 3; i++) {
                Await.until(() -> opens(server), BOUND); // once the one before was seen to be a socket
            }
            assertThat(open(server)
                            .handle((socket, failure) -> String.valueOf(failure))
                            .join())
                    .contains("WebSocketHandshakeException");
        }
    }

    private static boolean opens(WireServer server) {
        return open(server)
                .handle((socket, failure) -> {
                    if (socket != null) {
                        socket.abort();
                    }
                    return failure == null;
                })
                .join();
    }

    /** Whatever a caller asks for, an answer that is no socket is one. */
    @Test
    void whoAsksForASocketAndGetsAnAnswerHoldsItsPermitUntilThen() throws IOException {
        try (VertxWireServer server = new VertxWireServer(
                "concurrency.slow.path=/later", "concurrency.slow.permits=2", "concurrency.slow.key=global")) {
            List<Socket> asking = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                asking.add(ask(server, "GET /later HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket"));
                server.awaitSlow(i + 1);
            }
            for (int i = 0; i < 6; i++) {
                assertThat(RawHttp.get(server.port(), "/later", "Connection: Upgrade", "Upgrade: websocket"))
                        .isEqualTo(429);
            }
            server.gate.countDown();
            Await.until(() -> get(server, "/later") == 200, BOUND);
            for (Socket each : asking) {
                each.close();
            }
        }
    }

    private static CompletableFuture<WebSocket> open(WireServer server) {
        URI uri = URI.create("ws://127.0.0.1:" + server.port() + "/socket");
        return HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {});
    }
}
