package io.github.ostiary.benchmarks.report;

import io.github.ostiary.benchmarks.AheadPath;
import io.github.ostiary.benchmarks.ClusterPath;
import io.github.ostiary.benchmarks.OwnCpu;
import io.github.ostiary.benchmarks.RedisCost;
import io.github.ostiary.benchmarks.RedisPath;
import io.github.ostiary.benchmarks.ResultTable;
import io.github.ostiary.benchmarks.SiegeCost;
import io.github.ostiary.benchmarks.WindowEnd;
import io.github.ostiary.benchmarks.server.ColdStart;
import io.github.ostiary.benchmarks.server.RequestLatency;
import io.github.ostiary.benchmarks.server.StartCost;
import io.github.ostiary.benchmarks.server.WholeServer;
import io.github.ostiary.benchmarks.simulation.Simulation;
import io.github.ostiary.benchmarks.simulation.SimulationCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All programs one after the other, each in a JVM of its own, then {@link Report}. Run from the repository's root:
 * {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.report.Everything [brief|full]}; brief, the default, takes
 * about forty minutes.
 */
public final class Everything {

    private static final String JMH = "org.openjdk.jmh.Main";
    private static final String DECISIONS = "LocalDecision|DenialCacheBenchmark.limiter";

    private final boolean full;
    private final Path jmh;
    private final long begun = System.nanoTime();
    private int step;

    private Everything(boolean full, Path jmh) {
        this.full = full;
        this.jmh = jmh;
    }

    /** Runs them; whatever fails ends all. */
    public static void main(String[] args) throws IOException, InterruptedException {
        boolean full = args.length > 0 && args[0].equals("full");
        Files.createDirectories(ResultTable.FOLDER);
        Path jmh = Files.createTempFile("decisions", ".csv");
        new Everything(full, jmh).run();
        Files.delete(jmh);
    }

    private void run() throws IOException, InterruptedException {
        Machine.write();
        step("decisions in one JVM", jmh());
        LocalResults.write(jmh);
        step("whole servers", full ? words(WholeServer.class, "400", "40") : words(WholeServer.class, "250", "16"));
        step("one caller through Redis", words(RequestLatency.class, full ? "500" : "200", full ? "20" : "10"));
        step("what a start takes", words(StartCost.class, full ? "11" : "5"));
        step("cold starts", words(ColdStart.class, full ? "9" : "5"));
        step("CPU inside Redis", words(RedisCost.class, full ? "9" : "3"));
        step("sieges", words(SiegeCost.class, full ? "5" : "1"));
        step("Windows that end at once", words(WindowEnd.class, full ? "1000000" : "200000"));
        step(
                "decisions through Redis",
                full ? words(RedisPath.class, "1500", "7") : words(RedisPath.class, "400", "5"));
        step("own CPU through Redis", full ? words(OwnCpu.class, "1000", "9") : words(OwnCpu.class, "400", "5"));
        step("permits taken ahead", words(AheadPath.class, full ? "1000" : "400", full ? "9" : "5"));
        step(
                "decisions through a cluster",
                full ? words(ClusterPath.class, "1500", "7") : words(ClusterPath.class, "400", "5"));
        step("a fleet, simulated and real", words(SimulationCheck.class));
        step("a large fleet", words(Simulation.class));
        Report.main(new String[0]);
        System.out.printf("%nAll done after %d s.%n", seconds());
    }

    private List<String> jmh() {
        List<String> words = new ArrayList<>(List.of(JMH, DECISIONS, "-v", "SILENT", "-prof", "gc"));
        words.addAll(List.of("-rf", "csv", "-rff", jmh.toString()));
        if (!full) {
            // One second of warm-up has been seen to end before the cache was compiled: 1,527 ns instead of 142.
            words.addAll(List.of("-f", "1", "-wi", "5", "-i", "3", "-w", "500ms", "-r", "300ms"));
        }
        return words;
    }

    private static List<String> words(Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of(program.getName()));
        words.addAll(List.of(arguments));
        return words;
    }

    private void step(String title, List<String> program) throws IOException, InterruptedException {
        System.out.printf("%n[%d, after %d s] %s%n", ++step, seconds(), title);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Dresults=" + ResultTable.FOLDER, "-cp", System.getProperty("java.class.path")));
        command.addAll(program);
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IllegalStateException(title + " has failed: " + status);
        }
    }

    private long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    }
}
