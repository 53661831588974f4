package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ObservedForum;
import io.github.ostiary.testing.PanelQuery;
import io.github.ostiary.testing.Pictures;
import io.github.ostiary.testing.Prometheus;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ScrapedForum;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.PrometheusServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Dashboard and alerts with a real Prometheus, where there is one, that scrapes the example by way of Micrometer. With {@link
 * Pictures} it makes that of the dashboard.
 */
class PrometheusIT {

    private static final Path PICTURE = PanelQuery.DASHBOARD.resolveSibling("dashboard.svg");

    @BeforeAll
    static void needsPrometheus() {
        Assumptions.assumeTrue(Prometheus.program().isPresent(), Prometheus.ABSENT);
    }

    @Test
    void eachPanelAndAlertIsThere() {
        try (RedisServer redis = RedisServer.start();
                ObservedServer observed = new ObservedServer(redis)) {
            assertThat(observed.scraped.silent()).isEmpty();
            observed.scraped.awaitAlert("OstiarySiege");
            redis.kill();
            observed.scraped.awaitAlert("OstiaryStoreUnreachable");
        }
    }

    /** Of two minutes, in which Redis hangs for a while. */
    @Test
    void thePictureIsMadeWhereItIsAskedFor() throws IOException {
        Assumptions.assumeTrue(Pictures.areWanted(), "it is made with -Dpictures=true");
        try (RedisServer redis = RedisServer.start();
                ObservedServer observed = new ObservedServer(redis)) {
            observed.scraped.visit(Duration.ofSeconds(75));
            redis.pause();
            observed.scraped.visit(Duration.ofSeconds(20));
            redis.resume();
            observed.scraped.visit(Duration.ofSeconds(40));
            Files.writeString(PICTURE, observed.scraped.picture(Duration.ofSeconds(120)));
        }
    }

    /** The forum on Tomcat, with Micrometer. */
    private static final class ObservedServer implements AutoCloseable {

        private final ServerUnderTest server;
        final ScrapedForum scraped;

        ObservedServer(RedisServer redis) {
            Path war = ObservedForum.build(
                    WarBuilder.war("observed/forum")
                            .thinJar()
                            .cdi(ServerKind.TOMCAT)
                            .classes(PrometheusServlet.class),
                    "micrometer",
                    redis.uri(),
                    "(micrometer|prometheus-metrics|HdrHistogram|LatencyUtils)-.*");
            server = ServerUnderTest.start(ServerKind.TOMCAT, war);
            scraped = ScrapedForum.at(server.uri(war), server.uri(war).resolve("metrics"));
        }

        @Override
        public void close() {
            scraped.close();
            server.close();
        }
    }
}
