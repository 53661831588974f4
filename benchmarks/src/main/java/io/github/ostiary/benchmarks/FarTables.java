package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The tables of a far Redis, a row for each combination: what all did, and more about Ostiary. Rows measured by earlier runs stay. */
final class FarTables {

    private static final List<String> COLUMNS =
            Stream.of(FarContender.values()).map(one -> one.title).toList();

    private final ResultTable rate;
    private final ResultTable p50;
    private final ResultTable p99;
    private final ResultTable ours;

    FarTables(List<String> columns) {
        rate = table("far-rate", "Far Redis, decisions per second", COLUMNS);
        p50 = table("far-p50", "Far Redis, p50 ms", COLUMNS);
        p99 = table("far-p99", "Far Redis, p99 ms", COLUMNS);
        ours = table("far-ours", "Far Redis, Ostiary", columns);
    }

    private static ResultTable table(String file, String title, List<String> columns) {
        try {
            if (ResultTable.exists(file)) {
                ResultTable before = ResultTable.read(file);
                if (before.columns().equals(columns)) {
                    return before;
                }
            }
            return new ResultTable(file, title, columns);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    void peer(String row, FarContender who, double perSecond, double median, double most) {
        set(rate, row, who, perSecond);
        set(p50, row, who, median);
        set(p99, row, who, most);
    }

    private static void set(ResultTable table, String row, FarContender who, double figure) {
        List<Double> figures = new ArrayList<>();
        for (String column : COLUMNS) {
            boolean known = table.names().contains(row) && !column.equals(who.title);
            figures.add(column.equals(who.title) ? figure : known ? table.figure(row, column) : Double.NaN);
        }
        table.add(row, figures.stream().mapToDouble(each -> each).toArray());
    }

    void ours(String row, double... figures) {
        ours.add(row, figures);
    }

    void print() {
        Stream.of(rate, p50, p99, ours).forEach(ResultTable::print);
    }

    void write() throws IOException {
        rate.write();
        p50.write();
        p99.write();
        ours.write();
    }
}
