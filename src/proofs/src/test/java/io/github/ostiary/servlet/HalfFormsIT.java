package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.GatedRiddle;
import io.github.ostiary.testing.probe.SignInServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Forms that do not arrive, and answers that wait. On every server, with hardly any threads. */
@ParameterizedClass
@EnumSource
class HalfFormsIT {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final int ANSWER_MILLIS = 5_000;
    private static final String RULES =
            """
            limit.posts.path=/sign-in/send-error
            limit.posts.key=ip
            limit.posts.rate=2/1h
            lockout.name.path=/sign-in/send-error
            lockout.name.key=param:u
            lockout.name.failure=status:401
            lockout.name.steps=100/1h lock 1h
            lockout.riddle.path=/sign-in/status
            lockout.riddle.key=param:u + ip
            lockout.riddle.failure=status:401
            lockout.riddle.steps=3/1h challenge, 10/1d lock 15m
            lockout.riddle.wait=20s
            lockout.riddle.challenge.verifier=io.github.ostiary.testing.probe.GatedRiddle
            """;

    private static ServerUnderTest server;
    private static Path war;

    @Parameter
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        war = Wars.base("half-forms-" + kind.name().toLowerCase())
                .thinJar()
                .classes(SignInServlet.class, GatedRiddle.class)
                .properties(RULES)
                .build();
        server = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of("threads", "10"));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private static String path(String within) {
        return "/" + war.getFileName() + within;
    }

    private static int post(String within, String form) {
        return RawHttp.post(server.port(), path(within), form);
    }

    private static String get(String within) {
        return Browser.get(server.uri(war).resolve(within)).body();
    }

    /** The first line of the answer to a form of which hardly anything is sent. */
    private static String half(String within) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(ANSWER_MILLIS);
            String head = "POST " + path(within) + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nu=bo";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 429".length());
            return new String(line, StandardCharsets.US_ASCII);
        }
    }

    @Test
    void halfAFormFromADeniedAddressIsAnsweredAtOnce() throws IOException {
        assertThat(post("/sign-in/send-error", "u=bob&p=wrong")).isEqualTo(401);
        assertThat(post("/sign-in/send-error", "u=bob&p=wrong")).isEqualTo(401);
        assertThat(post("/sign-in/send-error", "u=bob&p=wrong")).isEqualTo(429);
        assertThat(half("/sign-in/send-error")).isEqualTo("HTTP/1.1 429");
    }

    @Test
    void answersThatWaitWithoutAThreadAreVerifiedBeforeAnyPasswordIsLookedAt() {
        for (int i = 0; i < 3; i++) {
            assertThat(post("/sign-in/status", "u=eve&p=wrong")).isEqualTo(401);
        }
        assertThat(post("/sign-in/status", "u=eve&p=wrong")).isEqualTo(403);
        get("looked");
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<CompletableFuture<Integer>> posts = new ArrayList<>();
            for (String answer : List.of("42", "1", "2")) {
                posts.add(CompletableFuture.supplyAsync(
                        () -> post("/sign-in/status", "u=eve&p=wrong&answer=" + answer), threads));
            }
            Await.until(() -> get("gate").equals("3"), BOUND);
            for (int i = 0; i < 20; i++) {
                posts.add(CompletableFuture.supplyAsync(
                        () -> post("/sign-in/status", "u=eve&p=wrong&answer=0"), threads));
            }
            assertThat(get("gate?open")).as("threads are left").isEqualTo("3");
            assertThat(posts).allSatisfy(post -> assertThat(post.join()).isIn(401, 403, 429));
            assertThat(Integer.parseInt(get("looked"))).isLessThanOrEqualTo(4);
        } finally {
            threads.shutdownNow();
        }
    }
}
