package io.github.ostiary.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What the suite has seen on one server, kept in {@code target/matrix}. Thread-safe. */
final class Results {

    private static final Path FOLDER = Path.of("target", "matrix");

    private final Path file;
    private final Map<Column, String> seen = new EnumMap<>(Column.class);

    /** Begins anew, whatever was seen before. */
    Results(String server) {
        file = FOLDER.resolve(server + ".properties");
    }

    /** Takes down what was seen; both, where an application saw something else than another on the same server. */
    synchronized void saw(Column column, String value) {
        seen.merge(column, value, (first, now) -> first.contains(now) ? first : first + ", " + now);
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
