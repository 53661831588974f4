package io.github.ostiary.matrix;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** What the suite has seen on one server, kept in a file under {@code target/matrix}. Thread-safe. */
final class Results {

    /** Where the suite writes. */
    static final Path FOLDER = Path.of("target", "matrix");

    private final Path file;
    private final Map<Column, String> seen;

    private Results(Path file, Map<Column, String> seen) {
        this.file = file;
        this.seen = seen;
    }

    /** Begins anew, whatever was seen before. */
    static Results anew(String server) {
        return new Results(file(server), new EnumMap<>(Column.class));
    }

    /** Adds to what was seen before. */
    static Results more(String server) {
        Path file = file(server);
        return new Results(file, Files.exists(file) ? read(file) : new EnumMap<>(Column.class));
    }

    private static Path file(String server) {
        return FOLDER.resolve(server + ".properties");
    }

    /** What a file has. */
    static Map<Column, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<Column, String> read = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            String value = (String) properties.remove(column.key());
            if (value != null) {
                read.put(column, value);
            }
        }
        if (!properties.isEmpty()) {
            throw new IllegalStateException(file + " has what is no column: " + properties);
        }
        return read;
    }

    /** Takes down what was seen; both, where an application saw something else than another on the same server. */
    synchronized void saw(Column column, String value) {
        seen.merge(column, value, (first, now) -> first.contains(now) ? first : first + "; " + now);
        write();
    }

    /** Takes down what was measured, in place of what was before. */
    synchronized void measured(Column column, String value) {
        seen.put(column, value);
        write();
    }

    private void write() {
        try {
            Files.createDirectories(FOLDER);
            Files.writeString(
                    file,
                    seen.entrySet().stream()
                            .map(entry -> entry.getKey().key() + "=" + entry.getValue() + "\n")
                            .collect(Collectors.joining()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
