package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.socket.Chat;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The recipe for WebSocket on Tomcat, by the hour in place of the minute, so that no slow machine earns new permits. */
class WebSocketIT {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ServerUnderTest server;
    private static Path war;

    @BeforeAll
    static void start() {
        String recipe = Page.recipe("WebSocket").text();
        war = WarBuilder.war("websocket")
                .thinJarWithoutJedis()
                .webSocket()
                .packageOf(Chat.class)
                .properties(recipe.replace("/1m", "/1h"))
                .build();
        server = ServerUnderTest.start(ServerKind.TOMCAT, war);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void messagesAreChargedAndADeniedHandshakeIsNotUpgraded() throws InterruptedException {
        Answers answers = new Answers();
        WebSocket chat = connect(answers);
        for (int i = 0; i < 60; i++) {
            assertThat(answers.to(chat, "m" + i)).isEqualTo("echo m" + i);
        }
        assertThat(answers.to(chat, "one too many")).isEqualTo("wait");
        Answers others = new Answers();
        WebSocket other = connect(others);
        assertThat(others.to(other, "x")).as("of another connection").isEqualTo("echo x");
        other.abort();
        for (int i = 2; i < 10; i++) {
            connect(new Answers()).abort();
        }
        assertThatThrownBy(() -> connect(new Answers()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(WebSocketHandshakeException.class, denied -> {
                    HttpResponse<?> answer = denied.getResponse();
                    assertThat(answer.statusCode()).isEqualTo(429);
                    assertThat(answer.headers().firstValueAsLong("Retry-After").orElseThrow())
                            .isBetween(1L, 3600L);
                    assertThat(answer.headers().firstValue("Upgrade")).isEmpty();
                });
        assertThat(answers.to(chat, "still there")).isEqualTo("wait");
        chat.abort();
    }

    private static WebSocket connect(Answers answers) {
        URI http = server.uri(war).resolve("chat");
        return CLIENT.newWebSocketBuilder()
                .buildAsync(URI.create(http.toString().replace("http:", "ws:")), answers)
                .join();
    }

    private static final class Answers implements WebSocket.Listener {

        private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            received.add(text.toString());
            socket.request(1);
            return null;
        }

        String to(WebSocket socket, String text) throws InterruptedException {
            socket.sendText(text, true).join();
            return received.poll(30, TimeUnit.SECONDS);
        }
    }
}
