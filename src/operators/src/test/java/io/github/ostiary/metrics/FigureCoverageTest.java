package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.testing.FigureVariants;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A figure that is counted is a metric, or stands here with what shows it instead. */
class FigureCoverageTest {

    /** Of the console alone: what is recent, and whether all is counted. */
    private static final Set<String> OF_THE_CONSOLE = Set.of(
            "complete",
            "rules.lastMinute.parts.allowed",
            "rules.lastMinute.parts.denied",
            "rules.lastHour.parts.allowed",
            "rules.lastHour.parts.denied");

    @Test
    void everyFigureIsAMetric() {
        Map<Series, Double> usual = read(EveryFigure.figures());
        Map<String, Figures> variants = FigureVariants.all();
        assertThat(variants).hasSizeGreaterThan(20);
        assertThat(variants.entrySet().stream()
                        .filter(variant -> read(variant.getValue()).equals(usual))
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(OF_THE_CONSOLE);
    }

    private static Map<Series, Double> read(Figures figures) {
        Map<Series, Double> values = new HashMap<>();
        Catalogue.read(
                figures, (metric, value, tags) -> values.put(new Series(metric, List.of(tags)), value.doubleValue()));
        return values;
    }
}
