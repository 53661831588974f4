package io.github.ostiary.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A real Prometheus on a free port of 127.0.0.1 that scrapes one address every second, with the alert rules of the documentation. */
public final class Prometheus implements AutoCloseable {

    /** The alert rules that it has. */
    public static final Path ALERTS = Path.of("src", "docs", "metrics", "ostiary-alerts.yml");

    /** What a test says that has to do without it. */
    public static final String ABSENT = "no prometheus on the PATH: dashboard and alerts are not tried with it";

    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final URI address;

    private Prometheus(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Its program, where there is one. */
    public static Optional<Path> program() {
        return OnPath.program("prometheus");
    }

    /** The program that tries rules, where there is one. */
    public static Optional<Path> promtool() {
        return OnPath.program("promtool");
    }

    /** Starts it; it is ready when this returns, and scrapes this address from then on. */
    public static Prometheus scraping(URI scraped) {
        int port = FreePort.next();
        try {
            Path folder = Files.createTempDirectory(
                    Files.createDirectories(Path.of("target", "prometheus").toAbsolutePath()), "run");
            Path configuration = Files.writeString(
                    folder.resolve("prometheus.yml"),
                    """
                    global: {scrape_interval: 1s, evaluation_interval: 1s}
                    rule_files: ["%s"]
                    scrape_configs:
                      - job_name: forum
                        metrics_path: "%s"
                        static_configs: [{targets: ["%s"]}]
                    """
                            .formatted(ALERTS.toAbsolutePath(), scraped.getPath(), scraped.getAuthority()));
            Process process = new ProcessBuilder(
                            program().orElseThrow().toString(),
                            "--config.file=" + configuration,
                            "--storage.tsdb.path=" + folder.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            URI address = URI.create("http://127.0.0.1:" + port + "/");
            Await.until(() -> Browser.get(address.resolve("-/ready")).statusCode() == 200, BOUND);
            return new Prometheus(process, address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a query has for an answer now; figures that are no numbers are left out. */
    public List<Double> values(String query) {
        List<Double> values = new ArrayList<>();
        for (JsonNode series : ask("query?query=" + encoded(query)).get("result")) {
            double value = Double.parseDouble(series.get("value").get(1).asText());
            if (!Double.isNaN(value)) {
                values.add(value);
            }
        }
        return values;
    }

    /** All series of a query from one time to another, a figure every two seconds, as Prometheus writes them. */
    public JsonNode series(String query, Instant from, Instant to) {
        return ask("query_range?query=%s&start=%s&end=%s&step=2".formatted(encoded(query), from, to))
                .get("result");
    }

    /** The names of the alerts that fire now, or will when what they see goes on. */
    public Set<String> alerts() {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert : ask("alerts").get("alerts")) {
            names.add(alert.get("labels").get("alertname").asText());
        }
        return names;
    }

    private JsonNode ask(String question) {
        HttpResponse<String> answer = Browser.get(address.resolve("api/v1/" + question));
        try {
            JsonNode read = MAPPER.readTree(answer.body());
            if (!read.path("status").asText().equals("success")) {
                throw new IllegalArgumentException(question + ": " + answer.body());
            }
            return read.get("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
