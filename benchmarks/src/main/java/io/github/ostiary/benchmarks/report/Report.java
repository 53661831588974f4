package io.github.ostiary.benchmarks.report;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the results that are there into the page of results, as tables and as a picture. Run from the repository's root:
 * {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.report.Report}.
 */
public final class Report {

    private static final Path RESULTS = Path.of("benchmarks/RESULTS.md");
    private static final Path PICTURE = Path.of("benchmarks/results.svg");
    private static final List<String> FILES = List.of(
            "server-jetty-local",
            "server-tomcat-local",
            "server-jetty-redis",
            "server-tomcat-redis",
            "server-jetty-flood",
            "server-tomcat-flood",
            "server-jetty-right",
            "server-tomcat-right",
            "server-jetty-wrong",
            "server-tomcat-wrong",
            "latency-jetty",
            "latency-tomcat",
            "start-boot",
            "start-tomcat",
            "cold-jetty",
            "cold-tomcat",
            "local",
            "redis-cost",
            "redis-logs",
            "redis-sign-in",
            "redis-siege",
            "redis-memory",
            "window-end",
            "simulation-check",
            "redis-path-1-many",
            "redis-path-1-hot",
            "redis-path-8-many",
            "redis-path-8-hot",
            "redis-path-32-many",
            "redis-path-32-hot",
            "redis-path-8-many-virtual",
            "redis-path-8-hot-virtual",
            "redis-path-32-many-virtual",
            "redis-path-32-hot-virtual",
            "own-cpu-1",
            "own-cpu-8",
            "own-cpu-32",
            "ahead-1",
            "ahead-8",
            "ahead-32",
            "cluster-path-1-many",
            "cluster-path-1-hot",
            "cluster-path-8-many",
            "cluster-path-8-hot",
            "cluster-path-32-many",
            "cluster-path-32-hot",
            "far-rate",
            "far-p50",
            "far-p99",
            "far-ours",
            "processors",
            "server-jetty-redis-far",
            "server-tomcat-redis-far");

    private Report() {}

    /** Rewrites all. */
    public static void main(String[] args) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append("Measured ").append(Machine.read()).append(".\n\n");
        String picture = ResultPicture.draw();
        if (!picture.isEmpty()) {
            Files.writeString(PICTURE, picture);
            text.append("![Requests, decisions and calls of each contender, relative to the floor](results.svg)\n");
        }
        for (String file : FILES) {
            if (ResultTable.exists(file)) {
                text.append('\n').append(markdown(ResultTable.read(file)));
            }
        }
        Markers.replace(RESULTS, "results", text.toString());
        if (ResultTable.exists("simulation")) {
            Markers.replace(RESULTS, "simulation", markdown(ResultTable.read("simulation")));
        }
        System.out.println("Wrote " + RESULTS + " and " + PICTURE);
    }

    /** A table; our own rows stand out. */
    static String markdown(ResultTable table) {
        StringBuilder text = new StringBuilder("| " + table.title() + " |");
        table.columns().forEach(column -> text.append(' ').append(column).append(" |"));
        text.append("\n|-|").append("-:|".repeat(table.columns().size())).append('\n');
        for (String name : table.names()) {
            text.append("| ")
                    .append(name.startsWith("Ostiary") ? "**" + name + "**" : name)
                    .append(" |");
            for (String column : table.columns()) {
                text.append(' ')
                        .append(ResultTable.text(table.figure(name, column)))
                        .append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }
}
