package io.github.ostiary.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.SignInServlet;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The consoles of two nodes behind a balancer that sends every other request to the other one; somebody signs in by BASIC. */
class ConsoleNodesIT {

    private static final String GRACE = "Basic Z3JhY2U6c2VjcmV0"; // grace:secret

    private static Path node(String name, String uri) {
        return WarBuilder.war("console-" + name)
                .thinJar()
                .classes(EchoServlet.class, SignInServlet.class)
                .webXml("<login-config><auth-method>BASIC</auth-method><realm-name>test</realm-name></login-config>")
                .properties(
                        """
                        redis.uri=%s
                        redis.timeout=5s
                        keyPrefix=console-nodes
                        console.path=/ostiary
                        console.role=doorkeeper
                        lockout.login.key=param:u + ip
                        lockout.login.steps=3/1h lock 15m
                        """
                                .formatted(uri))
                .build();
    }

    private static HttpResponse<String> post(
            ServerUnderTest server, Path node, String what, String form, String token) {
        return Browser.send(
                "POST",
                server.uri(node).resolve("ostiary/api/" + what),
                form,
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Authorization",
                GRACE,
                "X-Ostiary-Token",
                token);
    }

    @Test
    void eitherTakesWhatTheOtherHasSigned() {
        try (RedisServer redis = RedisServer.start()) {
            List<Path> nodes = List.of(node("one", redis.uri()), node("other", redis.uri()));
            try (ServerUnderTest server = ServerUnderTest.start(ServerKind.JETTY, nodes, Map.of(), Map.of())) {
                String token = Browser.get(
                                server.uri(nodes.get(0)).resolve("ostiary/api/token"), "Authorization", GRACE)
                        .body()
                        .replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
                for (int i = 0; i < 6; i++) {
                    String who = "rule=login&name=bob&address=192.0.2." + i;
                    assertThat(post(server, nodes.get(i % 2), "lock", who, token)
                                    .statusCode())
                            .isEqualTo(200);
                    assertThat(post(server, nodes.get((i + 1) % 2), "unlock", who, token)
                                    .statusCode())
                            .isEqualTo(200);
                }
                assertThat(post(
                                        server,
                                        nodes.get(1),
                                        "lock",
                                        "rule=login&name=bob",
                                        token.replace(token.charAt(5), '_'))
                                .statusCode())
                        .isEqualTo(403);
            }
        }
    }
}
