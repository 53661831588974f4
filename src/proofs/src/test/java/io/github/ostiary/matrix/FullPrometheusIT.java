package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ObservedForum;
import io.github.ostiary.testing.Prometheus;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ScrapedForum;
import io.github.ostiary.testing.WarBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Dashboard and alerts with a real Prometheus, where there is one, that scrapes the example on servers with MicroProfile Metrics.
 * {@code mvn -Pservers verify}.
 */
@EnabledIfSystemProperty(named = "servers.full", matches = ".+")
class FullPrometheusIT {

    static Stream<FullKind> kinds() {
        return FullKind.chosen().stream().filter(FullKind::hasMicroProfile);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eachPanelAndAlertIsThere(FullKind kind) {
        Assumptions.assumeTrue(Prometheus.program().isPresent(), Prometheus.ABSENT);
        try (RedisServer redis = RedisServer.start()) {
            Path war = ObservedForum.build(
                    WarBuilder.war("observed-" + kind + "/forum").allJar(),
                    "microprofile",
                    redis.uri(),
                    "jackson-core-.*");
            try (FullServer server = FullServer.startWhole(kind, List.of(war))) {
                URI forum = server.uri(war);
                try (ScrapedForum scraped = ScrapedForum.at(forum, forum.resolve("/metrics"))) {
                    assertThat(scraped.silent()).isEmpty();
                    scraped.awaitAlert("OstiarySiege");
                    redis.kill();
                    scraped.awaitAlert("OstiaryStoreUnreachable");
                }
            }
        }
    }
}
