package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page lists what there is, no more and no less; and a guard that does a little of everything shows all of it. */
class MetricsPageTest {

    private static final Path PAGE = Path.of("src", "docs", "metrics.md");
    private static final Pattern ROW =
            Pattern.compile("\\| `(ostiary\\.[a-z.]+)` \\| (\\w+) \\| (\\w+) \\| ([^|]*) \\| ([^|;]*)[^|]*\\|");

    /** As the page writes it. */
    private static String row(Metric metric) {
        String tags = metric.tags().isEmpty() ? "–" : "`" + String.join("` `", metric.tags()) + "`";
        return String.join(
                " ",
                metric.name(),
                metric.type().name().toLowerCase(Locale.ROOT),
                metric.unit(),
                tags,
                metric.description());
    }

    @Test
    void eachMetricHasItsRow() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.add(String.join(
                        " ",
                        row.group(1),
                        row.group(2),
                        row.group(3),
                        row.group(4),
                        row.group(5).strip()));
            }
        }
        assertThat(rows)
                .containsExactlyElementsOf(
                        Catalogue.ALL.stream().map(MetricsPageTest::row).toList());
    }

    @Test
    void whatIsShownIsInTheCatalogueAndBoundedByRulesAndReasons() {
        try (Played played = new Played("auto")) {
            Readings readings = new Readings(played::figures, TimeSource.system());
            readings.refresh();
            Map<Series, Double> all = readings.all();
            Set<String> shown = new TreeSet<>();
            all.keySet().forEach(series -> shown.add(series.metric().name()));
            Set<String> withoutAStoreOrSieges = new TreeSet<>();
            Catalogue.ALL.stream()
                    .map(Metric::name)
                    .filter(name -> !name.startsWith("ostiary.store.") && !name.startsWith("ostiary.near."))
                    .filter(name -> !name.equals("ostiary.siege"))
                    .forEach(withoutAStoreOrSieges::add);
            assertThat(shown).isEqualTo(withoutAStoreOrSieges);
            assertThat(all).hasSizeLessThan(60);
            int before = all.size();
            for (int i = 0; i < 1_000; i++) {
                played.guard.limiter("browse").tryAcquire(Key.of(Played.SOMEBODY + i));
            }
            readings.refresh();
            assertThat(readings.all()).hasSize(before);
            assertThat(readings.all().toString()).doesNotContain(Played.SOMEBODY);
        }
    }
}
