package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.acceptance.ApplicationServlet;
import io.github.ostiary.testing.acceptance.Passwords;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What servers with MicroProfile Metrics and Health show of a guard. {@code mvn -Pservers verify}. */
@EnabledIfSystemProperty(named = "servers.full", matches = ".+")
@ParameterizedClass(name = "{0}")
@MethodSource("kinds")
class FullMetricsIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static FullServer server;
    private static Path war;

    @Parameter
    FullKind kind;

    static Stream<FullKind> kinds() {
        return FullKind.chosen().stream().filter(FullKind::hasMicroProfile);
    }

    @BeforeParameterizedClassInvocation
    static void start(FullKind kind) {
        war = WarBuilder.war("metrics/app")
                .allJar()
                .everyClassIsABean()
                .classes(ApplicationServlet.class, Passwords.class)
                .file("facts", "facts")
                .file("page", "page")
                .properties(
                        """
                        metrics=microprofile
                        limit.page.path=/page
                        limit.page.rate=2/1h
                        limit.page.key=ip
                        """)
                .build();
        server = FullServer.startWhole(kind, List.of(war));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private static String text(String path) {
        URI root = server.uri(war).resolve("/");
        return Browser.get(root.resolve(path)).body();
    }

    @Test
    void aGuardsFiguresAreInTheApplicationsRegistry() {
        for (int i = 0; i < 5; i++) {
            text("app/page");
        }
        Await.until(() -> counted("allowed", "none") == 2 && counted("denied", "rate_limited") == 3, BOUND);
        assertThat(text("metrics").lines().filter(line -> line.startsWith("ostiary")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).doesNotContain("127.0.0.1"));
    }

    /** The tags' order is the server's. */
    private static long counted(String outcome, String reason) {
        return text("metrics")
                .lines()
                .filter(line -> line.startsWith("ostiary_decisions_total{"))
                .filter(line -> List.of(
                                "application=\"/app\"",
                                "rule=\"limit.page\"",
                                "outcome=\"" + outcome + "\"",
                                "reason=\"" + reason + "\"")
                        .stream()
                        .allMatch(line::contains))
                .mapToLong(line -> Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))))
                .sum();
    }

    @Test
    void aGuardIsReadyAndSaysWhetherItIsDegraded() {
        assertThat(text("health/ready"))
                .contains("\"name\":\"ostiary\"", "\"status\":\"UP\"", "\"degraded\":")
                .doesNotContain("\"status\":\"DOWN\"");
    }
}
