package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Prometheus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Each alert fires when it has to, and not else, as Prometheus's own tool for rules sees it, where there is one. */
class AlertsTest {

    private static final Path CASES = Prometheus.ALERTS.resolveSibling("ostiary-alerts-test.yml");
    private static final Pattern NAME = Pattern.compile("(?m)^ +- alert: (\\w+)$");

    @Test
    void eachAlertHasACaseInWhichItFiresAndOneInWhichItIsQuiet() throws IOException {
        String cases = Files.readString(CASES);
        List<String> names = NAME.matcher(Files.readString(Prometheus.ALERTS))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(names).hasSizeGreaterThan(5).allSatisfy(name -> assertThat(cases)
                .containsPattern("alertname: " + name + "\\n +exp_alerts: \\[]")
                .containsPattern("alertname: " + name + "\\n +exp_alerts:\\n"));
    }

    @Test
    void rulesCanBeRead() {
        assertThat(promtool("check", Prometheus.ALERTS)).contains("SUCCESS");
    }

    @Test
    void casesAreAsTheySay() {
        assertThat(promtool("test", CASES)).contains("SUCCESS").doesNotContain("FAILED");
    }

    private static String promtool(String verb, Path file) {
        Assumptions.assumeTrue(Prometheus.promtool().isPresent(), Prometheus.ABSENT);
        try {
            Process process = new ProcessBuilder(
                            Prometheus.promtool().orElseThrow().toString(), verb, "rules", file.toString())
                    .redirectErrorStream(true)
                    .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
