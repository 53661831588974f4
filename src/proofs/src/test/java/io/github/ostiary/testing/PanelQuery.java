package io.github.ostiary.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A query of the dashboard, as Grafana asks Prometheus for all applications and rules. Immutable.
 *
 * @param panel the title of its panel
 * @param expression for Prometheus
 */
public record PanelQuery(String panel, String expression) {

    /** The dashboard of the documentation. */
    public static final Path DASHBOARD = Path.of("src", "docs", "metrics", "ostiary-dashboard.json");

    /** All there are, with this interval for rates, such as {@code 10s}. */
    public static List<PanelQuery> all(String interval) {
        List<PanelQuery> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new PanelQuery(
                        panel.get("title").asText(),
                        expression(target.get("expr").asText(), interval)));
            }
        }
        return queries;
    }

    /** The dashboard's panels, rows among them. */
    public static JsonNode panels() {
        try {
            return JsonFile.read(DASHBOARD).get("panels");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Grafana makes of a query where all applications and rules are chosen. */
    public static String expression(String written, String interval) {
        return written.replace("$application", ".*").replace("$rule", ".*").replace("$__rate_interval", interval);
    }
}
