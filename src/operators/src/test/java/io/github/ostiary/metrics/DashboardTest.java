package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.testing.JsonFile;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the dashboard and the alerts ask Prometheus for is there, by that name and with these labels. */
class DashboardTest {

    private static final Path FOLDER = Path.of("src", "docs", "metrics");
    private static final String DASHBOARD = "ostiary-dashboard.json";
    private static final String ALERTS = "ostiary-alerts.yml";
    private static final Pattern NAME = Pattern.compile("\\bostiary_[a-z_]+");
    private static final Pattern LABELS = Pattern.compile("(ostiary_[a-z_]+)\\{([^}]*)}");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=~?\\\\?\"");

    private static String scraped() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Exporter exporter =
                MicrometerExporter.open(EveryFigure::figures, "/shop", type -> Optional.of(prometheus))) {
            return prometheus.scrape();
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {DASHBOARD, ALERTS})
    void whatIsAskedForIsThere(String file) throws IOException {
        Set<String> asked = found(NAME, Files.readString(FOLDER.resolve(file)));
        assertThat(asked).hasSizeGreaterThan(5);
        assertThat(found(NAME, scraped())).containsAll(asked);
    }

    @Test
    void theDashboardShowsEveryMetric() throws IOException {
        Set<String> there = new TreeSet<>();
        for (String line : scraped().split("\n")) {
            if (!line.startsWith("#")) {
                there.addAll(found(NAME, line));
            }
        }
        there.removeIf(name -> name.startsWith("ostiary_waits") || name.startsWith("ostiary_wait_time_seconds"));
        assertThat(found(NAME, Files.readString(FOLDER.resolve(DASHBOARD)))).containsAll(there);
    }

    /** One panel shows them all, in their order. */
    @Test
    void figuresOfTheStoreAreOnTheirPanel() throws IOException {
        Path file = FOLDER.resolve(DASHBOARD);
        JsonNode dashboard = JsonFile.read(file);
        for (JsonNode panel : dashboard.get("panels")) {
            if (panel.get("title").asText().equals("Without the store")) {
                describe((ObjectNode) panel);
            }
        }
        if (Boolean.getBoolean("figures.write")) {
            JsonFile.write(file, dashboard, 2);
        }

        assertThat(dashboard)
                .as("%s; run mvn -q test -Dtest=DashboardTest -Dfigures.write=true", file)
                .isEqualTo(JsonFile.read(file));
    }

    private static void describe(ObjectNode panel) {
        JsonNode source = panel.get("datasource");
        ArrayNode targets = panel.putArray("targets");
        for (StoreFigure figure : StoreFigure.ALL) {
            String name = figure.metric().replace('.', '_') + "_total";
            targets.addObject()
                    .put("refId", String.valueOf((char) ('A' + figure.ordinal())))
                    .put("expr", "sum (rate(" + name + "{application=~\"$application\"}[$__rate_interval]))")
                    .put("legendFormat", figure.counted())
                    .set("datasource", source.deepCopy());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {DASHBOARD, ALERTS})
    void itsLabelsAre(String file) throws IOException {
        String scraped = scraped();
        List<String> wrong = new ArrayList<>();
        LABELS.matcher(Files.readString(FOLDER.resolve(file))).results().forEach(asked -> LABEL.matcher(asked.group(2))
                .results()
                .map(label -> label.group(1))
                .filter(label -> !Pattern.compile(asked.group(1) + "\\{[^}]*\\b" + label + "=")
                        .matcher(scraped)
                        .find())
                .forEach(label -> wrong.add(asked.group(1) + " has no " + label)));
        assertThat(wrong).isEmpty();
    }

    @Test
    void grafanaCanReadIt() throws IOException {
        JsonNode dashboard = JsonFile.read(FOLDER.resolve(DASHBOARD));
        List<Integer> ids = new ArrayList<>();
        dashboard.get("panels").forEach(panel -> {
            ids.add(panel.get("id").asInt());
            assertThat(panel.get("title").asText()).isNotBlank();
            JsonNode place = panel.get("gridPos");
            assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
        });
        assertThat(ids).hasSizeGreaterThan(15).doesNotHaveDuplicates();
        assertThat(dashboard.get("uid").asText()).isEqualTo("ostiary");
    }
}
