package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a start takes without and with this jar, in turns: {@code -Dservers.starts=5}. Measures, and asserts no time. */
@EnabledIfSystemProperty(named = "servers.starts", matches = "\\d+")
class StartCostsIT {

    private static final int TURNS = Integer.getInteger("servers.starts", 0);

    /**
     * One start.
     *
     * @param wall from starting the JVM until it serves
     * @param cpu of the JVM in that time
     */
    private record Start(Duration wall, Duration cpu) {}

    @ParameterizedTest
    @EnumSource
    void aStartIsMeasured(EmbeddedKind kind) {
        Path bare = new AcceptanceWar(kind.folder() + "/bare", true, false).bare(kind);
        Path guarded = new AcceptanceWar(kind.folder() + "/guarded", true, false).lean(kind);
        List<Start> without = new ArrayList<>();
        List<Start> with = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            without.add(start(kind, bare));
            with.add(start(kind, guarded));
        }
        Results results = Results.more(kind.folder());
        results.measured(Column.START_WITHOUT, median(without));
        results.measured(Column.START_WITH, median(with));
        assertThat(without).hasSameSizeAs(with);
    }

    private static Start start(EmbeddedKind kind, Path war) {
        long begun = System.nanoTime();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            Duration wall = Duration.ofNanos(System.nanoTime() - begun);
            Duration cpu = ProcessHandle.of(server.pid())
                    .flatMap(process -> process.info().totalCpuDuration())
                    .orElseThrow();
            return new Start(wall, cpu);
        }
    }

    private static String median(List<Start> starts) {
        return String.format(
                Locale.ROOT,
                "%.1f s (%.1f)",
                seconds(starts.stream().map(Start::wall).sorted().toList()),
                seconds(starts.stream().map(Start::cpu).sorted().toList()));
    }

    private static double seconds(List<Duration> sorted) {
        return sorted.get(sorted.size() / 2).toMillis() / 1000.0;
    }
}
