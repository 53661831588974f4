package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.testing.LogLines;
import io.smallrye.metrics.SharedMetricRegistries;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.metrics.Metric;
import org.eclipse.microprofile.metrics.MetricID;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;
import org.junit.jupiter.api.Test;

/** A registry of SmallRye's, as CDI would hand it out. */
class MicroProfileExporterTest {

    private final MetricRegistry registry = SharedMetricRegistries.getOrCreate("test-" + UUID.randomUUID());

    private long counted(String outcome, String reason) {
        return registry.getCounter(new MetricID(
                        "ostiary.decisions",
                        new Tag("application", "/shop"),
                        new Tag("rule", "limit.browse"),
                        new Tag("outcome", outcome),
                        new Tag("reason", reason)))
                .getCount();
    }

    @Test
    void countersAreToldWhatHasBeenAddedAndAllIsRemovedInTheEnd() {
        try (Played played = new Played("microprofile");
                Exporter exporter =
                        MicroProfileExporter.open(played::figures, "/shop", true, type -> Optional.of(registry))) {
            assertThat(counted("allowed", "none")).isEqualTo(3);
            assertThat(counted("denied", "rate_limited")).isEqualTo(2);
            played.guard.limiter("browse").tryAcquire(Key.of(Played.SOMEBODY));
            exporter.tick();
            exporter.tick();
            assertThat(counted("denied", "rate_limited")).isEqualTo(3);
            assertThat(registry.getGauge(new MetricID("ostiary.waiting.max", new Tag("application", "/shop")))
                            .getValue())
                    .isEqualTo(150.0);
            assertThat(registry.getGauge(
                            new MetricID("ostiary.wait.time.seconds.total", new Tag("application", "/shop"))))
                    .as("a sum, by the name that Prometheus knows from Micrometer")
                    .isNotNull();
            assertThat(registry.getMetrics()).isNotEmpty().allSatisfy((MetricID id, Metric metric) -> assertThat(
                            id.toString())
                    .doesNotContain(Played.SOMEBODY, "203.0.113.9"));
        }
        assertThat(registry.getMetrics()).isEmpty();
    }

    @Test
    void withoutARegistryItSaysSoOnceIfItIsNamed() {
        try (LogLines log = LogLines.of(MicroProfileExporter.class.getName());
                Played played = new Played("microprofile");
                Exporter auto = MicroProfileExporter.open(played::figures, "/shop", false, type -> Optional.empty());
                Exporter named = MicroProfileExporter.open(played::figures, "/shop", true, type -> Optional.empty())) {
            for (int i = 0; i < 30; i++) {
                auto.tick();
                named.tick();
            }
            assertThat(log.warnings()).hasSize(1).first().asString().startsWith("metrics=microprofile shows nothing");
        }
    }
}
