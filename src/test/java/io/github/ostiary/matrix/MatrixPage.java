package io.github.ostiary.matrix;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes the matrix into {@code src/docs/servers.md}: of every server what the suite has seen there, and nothing of any other.
 * What was seen is kept in {@code src/test/servers/results}, one file a server.
 */
final class MatrixPage {

    static final Path PAGE = Path.of("src", "docs", "servers.md");
    static final Path KEPT = Path.of("src", "test", "servers", "results");
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

    private static String tables(List<Map<Column, String>> results) {
        StringBuilder text = new StringBuilder();
        text.append(
                "| server | Servlet | CDI | JDK | tried with | without the jar | with it |\n|---|---|---|---|---|---|---|\n");
        for (Map<Column, String> seen : results) {
            row(
                    text,
                    seen,
                    Column.SERVER,
                    Column.SERVLET,
                    Column.CDI,
                    Column.JDK,
                    Column.APPLICATIONS,
                    Column.START_WITHOUT,
                    Column.START_WITH);
        }
        text.append(
                "\n| server | filter | form | JSON | BASIC | Jakarta Security's form | own mechanism | async | permits | bean | EJB | JAX-RS | lines per denied call: bean, EJB, JAX-RS |\n"
                        + "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        for (Map<Column, String> seen : results) {
            row(
                    text,
                    seen,
                    Column.SERVER,
                    Column.FILTER,
                    Column.FORM,
                    Column.JSON,
                    Column.BASIC,
                    Column.JAKARTA_FORM,
                    Column.MECHANISM,
                    Column.ASYNC,
                    Column.PERMITS,
                    Column.BEAN,
                    Column.EJB,
                    Column.JAXRS);
            text.setLength(text.length() - 1);
            text.append(" ")
                    .append(cell(seen, Column.BEAN_LINES))
                    .append(", ")
                    .append(cell(seen, Column.EJB_LINES))
                    .append(", ")
                    .append(cell(seen, Column.JAXRS_LINES))
                    .append(" |\n");
        }
        return text.toString();
    }

    private static void row(StringBuilder text, Map<Column, String> seen, Column... columns) {
        for (Column column : columns) {
            text.append("| ").append(cell(seen, column)).append(' ');
        }
        text.append("|\n");
    }

    private static String cell(Map<Column, String> seen, Column column) {
        return seen.getOrDefault(column, "–").replace("|", "\\|");
    }
}
