package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a start takes without and with this jar, in turns: {@code -Dservers.starts=5}, and {@code -Dservers.full=all} for full
 * servers, too. Measures, and asserts no time.
 */
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

    /** A server that serves. */
    private interface Started extends AutoCloseable {

        Duration cpu();

        @Override
        void close();
    }

    @ParameterizedTest
    @EnumSource
    void aStartIsMeasured(EmbeddedKind kind) {
        Path bare = new AcceptanceWar(kind.folder() + "/bare", true, false).bare(kind);
        Path guarded = new AcceptanceWar(kind.folder() + "/guarded", true, false).lean(kind);
        measure(kind.folder(), () -> embedded(kind, bare), () -> embedded(kind, guarded));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("chosen")
    void aStartOfAFullServerIsMeasured(FullKind kind) {
        boolean users = kind.asksIdentityStoresByBasic();
        Path bare = new AcceptanceWar(kind.folder() + "/bare/app", true, false).fullBare(users);
        Path guarded = new AcceptanceWar(kind.folder() + "/guarded/app", true, false).full(users);
        measure(kind.folder(), () -> full(kind, bare), () -> full(kind, guarded));
    }

    static List<FullKind> chosen() {
        return FullKind.chosen();
    }

    private static void measure(String folder, Supplier<Started> bare, Supplier<Started> guarded) {
        List<Start> without = new ArrayList<>();
        List<Start> with = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            without.add(start(bare));
            with.add(start(guarded));
        }
        Results results = Results.more(folder);
        results.measured(Column.START_WITHOUT, median(without));
        results.measured(Column.START_WITH, median(with));
        assertThat(without).hasSameSizeAs(with);
    }

    private static Start start(Supplier<Started> starting) {
        long begun = System.nanoTime();
        try (Started server = starting.get()) {
            Duration wall = Duration.ofNanos(System.nanoTime() - begun);
            return new Start(wall, server.cpu());
        }
    }

    private static Started embedded(EmbeddedKind kind, Path war) {
        ServerUnderTest server = ServerUnderTest.start(kind, war);
        return started(() -> cpu(ProcessHandle.of(server.pid()).orElseThrow()), server::close);
    }

    private static Started full(FullKind kind, Path war) {
        FullServer server = FullServer.start(kind, List.of(war));
        return started(
                () -> server.processes().map(StartCostsIT::cpu).reduce(Duration.ZERO, Duration::plus), server::close);
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static Started started(Supplier<Duration> cpu, Runnable close) {
        return new Started() {
            @Override
            public Duration cpu() {
                return cpu.get();
            }

            @Override
            public void close() {
                close.run();
            }
        };
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
