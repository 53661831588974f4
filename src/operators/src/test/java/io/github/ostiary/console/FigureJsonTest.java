package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.testing.FigureVariants;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A figure that is counted is in the overview for programs, or stands here as one of metrics alone. */
class FigureJsonTest {

    private static final Set<String> OF_METRICS = Set.of(
            "complete",
            "rules.lockout.attempts.failed",
            "rules.lockout.attempts.succeeded",
            "rules.lockout.attempts.abandoned",
            "rules.lockout.answers.failed",
            "rules.lockout.answers.succeeded",
            "rules.lockout.answers.abandoned",
            "store.calls.sum",
            "store.batches.bounds",
            "store.batches.counts",
            "store.batches.sum",
            "waiting.times.bounds",
            "waiting.times.counts",
            "waiting.times.sum",
            "listenerDrops",
            "planFailures");

    @Test
    void everyFigureIsInTheOverview() {
        String usual = overview(EveryFigure.figures());
        assertThat(FigureVariants.all().entrySet().stream()
                        .filter(variant -> overview(variant.getValue()).equals(usual))
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(OF_METRICS);
    }

    private static String overview(Figures figures) {
        return GuardJson.overview(
                        new FleetView(EveryFigure.fleet(figures), ""),
                        new ReloadState("", false, Optional.empty(), List.of()))
                .toString();
    }
}
