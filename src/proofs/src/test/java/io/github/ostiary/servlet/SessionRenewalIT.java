package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.LongFormServlet;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One session, two requests: what the one renews is no sign-in of the other, however long its answer takes to be read. */
class SessionRenewalIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int ROUNDS = 6;

    private static final String RULES =
            """
            lockout.form.path=/long-form
            lockout.form.key=param:u
            lockout.form.failure=attribute:error
            lockout.form.success=session-renewed
            lockout.form.steps=3/1h lock 15m
            """;

    @ParameterizedTest
    @EnumSource
    void hisOwnSignInClearsNothingOfAnothersName(ServerKind kind) throws IOException {
        Path war = WarBuilder.war("renewals-" + kind.name().toLowerCase())
                .thinJar()
                .classes(LongFormServlet.class)
                .properties(RULES)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            URI form = server.uri(war).resolve("long-form");
            for (int i = 0; i < ROUNDS; i++) {
                post(form, "u=bob&p=wrong", cookie(form));
                post(form, "u=bob&p=wrong", cookie(form));
                String cookie = cookie(form);
                try (Socket slow = namesAlone(server.port(), form.getPath(), cookie)) {
                    InputStream answer = slow.getInputStream();
                    assertThat(answer.readNBytes(12)).hasSize(12);
                    assertThat(post(form, "u=mallory&p=right", cookie)).isEqualTo(302);
                    answer.readAllBytes();
                }
            }
            assertThat(Browser.get(server.uri(war).resolve("long-form-looked")).body())
                    .isEqualTo("2");
            for (int i = 0; i < ROUNDS; i++) {
                post(form, "u=alice&p=wrong", cookie(form));
                post(form, "u=alice&p=wrong", cookie(form));
                assertThat(post(form, "u=alice&p=right", cookie(form))).isEqualTo(302);
            }
        }
    }

    private static String cookie(URI form) {
        return Applications.header(Browser.get(form), "Set-Cookie").split(";")[0];
    }

    private static int post(URI form, String body, String cookie) {
        HttpResponse<String> answer = Browser.send("POST", form, body, UTF_8, "Content-Type", FORM, "Cookie", cookie);
        return answer.statusCode();
    }

    /** A post whose answer does not fit between the two sides, while nobody reads it. */
    private static Socket namesAlone(int port, String path, String cookie) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(2_048);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        socket.setSoTimeout(20_000);
        String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: " + cookie
                + "\r\nContent-Type: " + FORM + "\r\nContent-Length: 5\r\n\r\nu=bob";
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return socket;
    }
}
