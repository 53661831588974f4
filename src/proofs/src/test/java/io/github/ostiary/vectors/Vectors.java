package io.github.ostiary.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The vectors' file. */
final class Vectors {

    private Vectors() {}

    /** All of a file on the class path, in its order. */
    static List<Vector> of(String file) {
        try (InputStream in = Objects.requireNonNull(Vectors.class.getResourceAsStream(file), file + " is missing")) {
            JsonNode vectors = new ObjectMapper().readTree(in).path("vectors");
            return Vector.list(vectors).stream().map(Vector::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The shared ones. */
    static List<Vector> shared() {
        return of("/vectors/vectors.json");
    }

    /** Those, and more of their families. */
    static List<Vector> all() {
        return Stream.of(shared(), of("/vectors/further.json"))
                .flatMap(List::stream)
                .toList();
    }
}
