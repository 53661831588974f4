package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures of one comparison, a row per contender; a file of results has the same, in which {@code ;} separates. */
public final class ResultTable {

    /** Where results are, below the repository's root unless the system property {@code results} says otherwise. */
    public static final Path FOLDER = Path.of(System.getProperty("results", "benchmarks/results"));

    private final String file;
    private final String title;
    private final List<String> columns;
    private final Map<String, double[]> rows = new LinkedHashMap<>();

    /**
     * A table without rows.
     *
     * @param file its name in the folder, without a suffix
     * @param columns what the figures are
     */
    public ResultTable(String file, String title, List<String> columns) {
        this.file = file;
        this.title = title;
        this.columns = List.copyOf(columns);
    }

    /** Reads what was written. */
    public static ResultTable read(String file) throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve(file + ".csv"));
        List<String> head = List.of(lines.get(0).split(";"));
        ResultTable table = new ResultTable(file, head.get(0), head.subList(1, head.size()));
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = List.of(line.split(";"));
            table.add(
                    cells.get(0),
                    cells.subList(1, cells.size()).stream()
                            .mapToDouble(Double::parseDouble)
                            .toArray());
        }
        return table;
    }

    /** Whether it was ever written. */
    public static boolean exists(String file) {
        return Files.exists(FOLDER.resolve(file + ".csv"));
    }

    /** Adds a row; one figure per column. */
    public void add(String name, double... figures) {
        if (figures.length != columns.size()) {
            throw new IllegalArgumentException(figures.length + " figures for " + columns);
        }
        rows.put(name, figures.clone());
    }

    /** Adds a row of what several rounds have measured: the median of each column. */
    public void addMedians(String name, List<double[]> rounds) {
        double[] medians = new double[columns.size()];
        for (int i = 0; i < medians.length; i++) {
            int column = i;
            medians[i] = median(rounds.stream().mapToDouble(one -> one[column]).toArray());
        }
        add(name, medians);
    }

    /** What is compared. */
    public String title() {
        return title;
    }

    /** What the figures are. */
    public List<String> columns() {
        return columns;
    }

    /** The contenders. */
    public List<String> names() {
        return new ArrayList<>(rows.keySet());
    }

    /** One figure. */
    public double figure(String name, String column) {
        double[] row = rows.get(name);
        int at = columns.indexOf(column);
        if (row == null || at < 0) {
            throw new IllegalArgumentException("no " + column + " of " + name + " in " + file);
        }
        return row[at];
    }

    /** For whoever waits before the screen. */
    public void print() {
        System.out.printf("%n%-40s", title);
        columns.forEach(column -> System.out.printf(" %13s", column));
        rows.forEach((name, figures) -> {
            System.out.printf("%n  %-38s", name);
            Arrays.stream(figures).forEach(figure -> System.out.printf(" %13s", text(figure)));
        });
        System.out.println();
    }

    /** A figure with as many digits as say something; a dash for one that nobody took. */
    public static String text(double figure) {
        if (Double.isNaN(figure)) {
            return "–";
        }
        double size = Math.abs(figure);
        return String.format(size >= 100 || isCount(figure) ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", figure);
    }

    /** More than one, and no fraction. */
    private static boolean isCount(double figure) {
        return figure >= 2 && figure == Math.rint(figure);
    }

    /** Leaves it among the results. */
    public void write() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(title + ";" + String.join(";", columns));
        rows.forEach((name, figures) -> {
            StringBuilder line = new StringBuilder(name);
            Arrays.stream(figures).forEach(figure -> line.append(';').append(plain(figure)));
            lines.add(line.toString());
        });
        Files.createDirectories(FOLDER);
        Files.write(FOLDER.resolve(file + ".csv"), lines);
    }

    private static String plain(double figure) {
        return !Double.isFinite(figure)
                ? "NaN"
                : new BigDecimal(figure)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Of an odd number the middle one, else the mean of the two. */
    public static double median(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
