package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
            Pattern.compile("(?m)^\\| `(ostiary\\.[a-z.]+)` \\| \\w+ \\| \\w+ \\| [^|]* \\| [^|;]*?(;[^|]*?)? \\|$");
    private static final Pattern TABLE = Pattern.compile("(?m)(^\\| name \\| type \\| unit .*\\n.*\\n)(?:^\\|.*\\n)+");

    /** As the page writes it; what the page says beyond the description stays. */
    private static String row(Metric metric, String more) {
        String tags = metric.tags().isEmpty() ? "–" : "`" + String.join("` `", metric.tags()) + "`";
        return "| `%s` | %s | %s | %s | %s%s |"
                .formatted(
                        metric.name(),
                        metric.type().name().toLowerCase(Locale.ROOT),
                        metric.unit(),
                        tags,
                        metric.description(),
                        more);
    }

    @Test
    void eachMetricHasItsRow() throws IOException {
        String page = Files.readString(PAGE);
        Map<String, String> more = new HashMap<>();
        ROW.matcher(page).results().forEach(row -> more.put(row.group(1), row.group(2) == null ? "" : row.group(2)));
        StringBuilder rows = new StringBuilder();
        Catalogue.ALL.forEach(metric ->
                rows.append(row(metric, more.getOrDefault(metric.name(), ""))).append('\n'));
        String written = TABLE.matcher(page).replaceFirst("$1" + Matcher.quoteReplacement(rows.toString()));
        if (Boolean.getBoolean("figures.write")) {
            Files.writeString(PAGE, written);
        }

        assertThat(Files.readString(PAGE))
                .as("%s; run mvn -q test -Dtest=MetricsPageTest -Dfigures.write=true", PAGE)
                .isEqualTo(written);
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
