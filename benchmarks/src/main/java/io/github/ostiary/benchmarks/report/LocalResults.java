package io.github.ostiary.benchmarks.report;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What JMH has measured of decisions within one JVM, a row per contender. */
final class LocalResults {

    private static final List<String> CASES = List.of("HOT", "ZIPF", "REFUSED");
    private static final List<String> COLUMNS =
            List.of("hot ns", "zipf ns", "refused ns", "hot bytes", "zipf bytes", "refused bytes");
    private static final String BYTES = "gc.alloc.rate.norm";
    private static final Map<String, String> TITLES = new LinkedHashMap<>();

    static {
        TITLES.put("caffeineGet", "Caffeine get");
        TITLES.put("caffeineGetCas", "Caffeine get + CAS");
        TITLES.put("caffeineGcra", "Caffeine get + clock + CAS");
        TITLES.put("guava", "Guava");
        TITLES.put("resilience4j", "Resilience4j");
        TITLES.put("bucket4j", "Bucket4j");
        TITLES.put("ostiary", "Ostiary, sliding log");
        TITLES.put("limiter", "Ostiary, denied by its denial cache");
    }

    private final Map<String, double[]> figures = new LinkedHashMap<>();

    private LocalResults() {}

    /** Turns JMH's file into a table of results. */
    static void write(Path jmh) throws IOException {
        LocalResults results = new LocalResults();
        List<String> lines = Files.readAllLines(jmh);
        List<String> columns = cells(lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            results.take(columns, cells(line));
        }
        ResultTable table = new ResultTable("local", "One decision in this JVM", COLUMNS);
        TITLES.forEach((name, title) -> {
            if (results.figures.containsKey(name)) {
                table.add(title, results.figures.get(name));
            }
        });
        table.print();
        table.write();
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split(",", -1))
                .map(cell -> cell.replace("\"", ""))
                .toList();
    }

    private void take(List<String> columns, List<String> cells) {
        String benchmark = cells.get(columns.indexOf("Benchmark"));
        String[] path = benchmark.split(":")[0].split("\\.");
        boolean ofBytes = benchmark.endsWith(BYTES);
        if (benchmark.contains(":") && !ofBytes) {
            return;
        }
        String asked = cells.get(columns.indexOf("Param: asked"));
        int which = asked.isEmpty() ? CASES.indexOf("REFUSED") : CASES.indexOf(asked);
        double[] row = figures.computeIfAbsent(path[path.length - 1], any -> none());
        row[which + (ofBytes ? CASES.size() : 0)] = Double.parseDouble(cells.get(columns.indexOf("Score")));
    }

    private static double[] none() {
        double[] none = new double[COLUMNS.size()];
        Arrays.fill(none, Double.NaN);
        return none;
    }
}
