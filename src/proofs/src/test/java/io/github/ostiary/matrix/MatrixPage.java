package io.github.ostiary.matrix;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the matrix into {@code src/proofs/servers/README.md}: of every server what the suite has seen there, and nothing of any other.
 * What was seen is kept in {@code src/proofs/servers/results}, one file a server.
 */
final class MatrixPage {

    static final Path PAGE = Path.of("src", "proofs", "servers", "README.md");
    static final Path KEPT = Path.of("src", "proofs", "servers", "results");
    private static final String BEGIN = "<!-- written by MatrixPage -->\n";
    private static final String END = "<!-- end -->\n";

    private MatrixPage() {}

    /** Keeps what the suite has seen since the last {@code clean}, and writes the page. */
    public static void main(String[] arguments) throws IOException {
        Files.createDirectories(KEPT);
        try (DirectoryStream<Path> seen = Files.newDirectoryStream(Results.FOLDER, "*.properties")) {
            for (Path file : seen) {
                Files.copy(file, KEPT.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.writeString(PAGE, write(Files.readString(PAGE), kept()));
    }

    /** What is kept, in the order of the page; those in an EAR or on another JDK behind the first. */
    static List<Map<Column, String>> kept() throws IOException {
        List<String> order = Stream.concat(
                        Stream.of(EmbeddedKind.values()).map(EmbeddedKind::folder),
                        Stream.of(FullKind.values()).map(FullKind::folder))
                .toList();
        try (Stream<Path> files = Files.list(KEPT)) {
            return files.sorted(Comparator.comparingInt((Path file) -> order.indexOf(server(file)))
                            .thenComparing(Path::toString, Comparator.comparingInt(String::length)))
                    .map(Results::read)
                    .toList();
        }
    }

    private static String server(Path file) {
        return file.getFileName().toString().replaceFirst("\\.properties$", "").replaceFirst("[@+].*", "");
    }

    /** A page with these results in the place for them. */
    static String write(String page, List<Map<Column, String>> results) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        return page.substring(0, begin) + "\n" + tables(results) + "\n" + page.substring(page.indexOf(END));
    }

    /** One row a server: what differs in columns, what is the same wherever it was tried in a sentence above. */
    private static String tables(List<Map<Column, String>> results) {
        Collection<Map<Column, String>> servers = results.stream()
                .collect(Collectors.toMap(
                        seen -> cell(seen, Column.SERVER), seen -> seen, MatrixPage::merged, LinkedHashMap::new))
                .values();
        List<Column> columns = new ArrayList<>(List.of(Column.SERVER, Column.SERVLET, Column.CDI, Column.JDK));
        List<String> same = new ArrayList<>();
        for (Column column : EnumSet.range(Column.FILTER, Column.JAXRS_LINES)) {
            List<String> values = servers.stream()
                    .map(seen -> seen.get(column))
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            if (values.size() == 1) {
                same.add(column.title() + " " + values.get(0));
            } else if (!values.isEmpty()) {
                columns.add(column);
            }
        }
        columns.addAll(List.of(Column.START_WITHOUT, Column.START_WITH));
        StringBuilder text = new StringBuilder("The same wherever it was tried: ")
                .append(String.join("; ", same))
                .append(".\n\n");
        row(text, columns.stream().map(Column::title));
        row(text, columns.stream().map(column -> "---"));
        servers.forEach(seen -> row(text, columns.stream().map(column -> cell(seen, column))));
        return text.toString();
    }

    private static Map<Column, String> merged(Map<Column, String> first, Map<Column, String> more) {
        Map<Column, String> both = new EnumMap<>(first);
        more.forEach(
                (column, value) -> both.merge(column, value, (one, two) -> one.contains(two) ? one : one + "; " + two));
        return both;
    }

    private static void row(StringBuilder text, Stream<String> cells) {
        text.append(cells.collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    private static String cell(Map<Column, String> seen, Column column) {
        String value = seen.getOrDefault(column, "–").replace("|", "\\|");
        // without the versions of its parts
        return column == Column.SERVER ? value.replaceFirst(" \\(WildFly Core.*", "") : value;
    }
}
