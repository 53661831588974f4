package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An application that is deployed again and again on a running server, with filter, bean, sign-ins of the container and Redis,
 * leaves no class loaders behind: at most the last one, which Jetty keeps now and then without this jar, too. That none is kept
 * for our sake is held by {@code RedeployIT}. {@code -Dredeploys=50} for more than a build needs.
 */
class RedeployedServerIT {

    private static final int REDEPLOYS = Integer.getInteger("redeploys", 3);
    private static final Duration BOUND = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource
    void noMoreThanOneLoaderIsLeft(ServerKind kind) {
        Path war = new AcceptanceWar("redeployed-" + kind.folder() + "/guarded", true, false)
                .withRedis(kind, RedisServer.shared().uri());
        try (ServerUnderTest server = ServerUnderTest.startAlone(kind)) {
            for (int i = 0; i < REDEPLOYS; i++) {
                server.deploy(war);
                use(server.port(), "/" + war.getFileName(), "X-Forwarded-For: 10.30." + kind.ordinal() + "." + i);
                server.undeploy(war);
            }
            Await.until(() -> server.loadersLeft() <= 1, BOUND);
        }
    }

    /** On connections that end: a server may know whom one that is open has called last. */
    private static void use(int port, String path, String from) {
        for (int i = 0; i < 2; i++) {
            assertThat(RawHttp.get(port, path + "/bean", from)).isEqualTo(200);
            assertThat(RawHttp.get(port, path + "/vault", from, basic("guess"))).isEqualTo(401);
        }
        assertThat(RawHttp.get(port, path + "/bean", from)).isEqualTo(429);
        assertThat(RawHttp.get(port, path + "/vault", from, basic("secret"))).isEqualTo(200);
        assertThat(RawHttp.post(port, path + "/sign-in", "u=bob&p=guess", from)).isEqualTo(302);
        for (int i = 0; i < 3; i++) {
            assertThat(RawHttp.get(port, path + "/limited", from)).isEqualTo(200);
        }
        assertThat(RawHttp.get(port, path + "/limited", from)).isEqualTo(429);
    }

    private static String basic(String password) {
        byte[] credentials = ("bob:" + password).getBytes(StandardCharsets.UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(credentials);
    }
}
