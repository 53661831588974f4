package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.SignInServlet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sign-ins with names of 1.9 MB, each from another address, to a JVM of 256 MB. */
class LongNamesIT {

    private static final int LONGEST = 1_900_000;
    private static final int HEAPFUL = 80;
    private static final String RULES =
            """
            trustedProxies=loopback
            lockout.a.path=/sign-in/status
            lockout.a.key=param:u + ip
            lockout.a.failure=status:401
            lockout.a.success=status:204
            lockout.a.steps=3/1h lock 15m
            """;

    @ParameterizedTest
    @EnumSource
    void longNamesFillNoHeap(ServerKind kind) {
        Path war = Wars.base("long-names-" + kind.name().toLowerCase())
                .thinJar()
                .classes(SignInServlet.class)
                .properties(RULES)
                .build();
        Map<String, String> properties =
                Map.of("org.eclipse.jetty.server.Request.maxFormContentSize", String.valueOf(2 * LONGEST));
        try (ServerUnderTest server = ServerUnderTest.start(kind, List.of(war), Map.of(), properties)) {
            String name = "x".repeat(LONGEST);
            for (int i = 0; i < HEAPFUL; i++) {
                int status = Browser.send(
                                "POST",
                                server.uri(war).resolve("sign-in/status"),
                                "p=wrong&u=" + name + i,
                                US_ASCII,
                                "Content-Type",
                                "application/x-www-form-urlencoded",
                                "X-Forwarded-For",
                                "10.1." + i / 256 + "." + i % 256)
                        .statusCode();
                assertThat(status).as("request %d", i).isEqualTo(401);
            }
            assertThat(server.stop()).doesNotContain("OutOfMemoryError");
        }
    }
}
