package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MicrometerExporterTest {

    private final SimpleMeterRegistry simple = new SimpleMeterRegistry();

    @BeforeEach
    void add() {
        Metrics.addRegistry(simple);
    }

    @AfterEach
    void remove() {
        Metrics.removeRegistry(simple);
    }

    private static double decisions(MeterRegistry registry, String application, String outcome) {
        return registry.get("ostiary.decisions")
                .tags("application", application, "rule", "limit.browse", "outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void theGlobalRegistryShowsThemUntilTheGuardCloses() {
        try (Played played = new Played("micrometer");
                Exporter later = MicrometerExporter.open(played::figures, "/shop", type -> Optional.empty())) {
            assertThat(decisions(simple, "/shop", "allowed")).isEqualTo(3);
            assertThat(decisions(simple, "/shop", "denied")).isEqualTo(2);
            assertThat(simple.get("ostiary.waiting.max")
                            .tag("application", "/shop")
                            .gauge()
                            .value())
                    .isEqualTo(150);
            assertThat(simple.getMeters())
                    .allSatisfy(meter -> assertThat(meter.getId().toString())
                            .doesNotContain(Played.SOMEBODY, "203.0.113.9", "192.0.2.1"));
        }
        assertThat(simple.getMeters()).isEmpty();
        assertThat(Metrics.globalRegistry.getMeters()).isEmpty();
    }

    /** A bean of the application's is found only when CDI has begun. */
    @Test
    void whatIsShownMovesToTheBeanOnceItIsThere() {
        AtomicReference<@Nullable MeterRegistry> bean = new AtomicReference<>();
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        try (Played played = new Played("none");
                Exporter exporter =
                        MicrometerExporter.open(played::figures, "/shop", type -> Optional.ofNullable(bean.get()))) {
            assertThat(simple.getMeters()).isNotEmpty();
            bean.set(own);
            exporter.tick();
            assertThat(simple.getMeters()).isEmpty();
            assertThat(decisions(own, "/shop", "denied")).isEqualTo(2);
        }
        assertThat(own.getMeters()).isEmpty();
    }

    @Test
    void applicationsOfOneNameAreToldApart() {
        try (Played played = new Played("micrometer");
                Exporter one = MicrometerExporter.open(played::figures, "/shop", type -> Optional.empty());
                Exporter two = MicrometerExporter.open(played::figures, "/shop", type -> Optional.empty())) {
            assertThat(decisions(simple, "/shop", "allowed")).isEqualTo(3);
            assertThat(decisions(simple, "/shop#2", "allowed")).isEqualTo(3);
        }
    }

    @Test
    void prometheusCanReadThem() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Played played = new Played("micrometer");
                Exporter later = MicrometerExporter.open(played::figures, "/shop", type -> Optional.of(prometheus))) {
            assertThat(prometheus.scrape())
                    .contains(
                            "ostiary_decisions_total{application=\"/shop\",outcome=\"denied\",reason=\"rate_limited\","
                                    + "rule=\"limit.browse\"} 2.0",
                            "ostiary_attempts_total{application=\"/shop\",outcome=\"failed\",rule=\"lockout.login\"} 2.0",
                            "ostiary_locks_total{application=\"/shop\",kind=\"lock\",rule=\"lockout.login\"} 1.0",
                            "ostiary_wait_time_within_total{application=\"/shop\",le=\"+Inf\"} 0.0",
                            "ostiary_wait_time_within_total{application=\"/shop\",le=\"0.0002\"} 0.0",
                            "ostiary_wait_time_seconds_total{application=\"/shop\"} 0.0",
                            "ostiary_waiting{application=\"/shop\"} 0.0");
        }
    }
}
