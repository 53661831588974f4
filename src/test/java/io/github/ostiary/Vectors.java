package io.github.ostiary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.StreamSupport;

/**
 * The decision vectors: sequences of events with the decision a peer's own code gave. Each has {@code id}, {@code
 * algorithm} (its family), {@code config}, {@code events} and {@code use}.
 */
public final class Vectors {

    private static final List<JsonNode> ALL = read();

    private Vectors() {}

    /** All vectors in file order. */
    public static List<JsonNode> all() {
        return ALL;
    }

    /** One vector; fails if there is none of that id. */
    public static JsonNode byId(String id) {
        return ALL.stream()
                .filter(vector -> vector.path("id").asText().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no vector " + id));
    }

    /** All vectors of a family such as {@code token_bucket}; fails if there are none. */
    public static List<JsonNode> family(String algorithm) {
        return some(
                algorithm,
                ALL.stream()
                        .filter(vector -> vector.path("algorithm").asText().equals(algorithm))
                        .toList());
    }

    /** All vectors whose id starts like {@code XFF-}; fails if there are none. */
    public static List<JsonNode> idsStartingWith(String prefix) {
        return some(
                prefix,
                ALL.stream()
                        .filter(vector -> vector.path("id").asText().startsWith(prefix))
                        .toList());
    }

    /** The events of a vector in order. */
    public static List<JsonNode> events(JsonNode vector) {
        return StreamSupport.stream(vector.path("events").spliterator(), false).toList();
    }

    /** What the product must decide at an event: {@code expect}, overridden by {@code our_expect} field by field. */
    public static JsonNode expected(JsonNode vector, int event) {
        ObjectNode expected = vector.path("events").path(event).path("expect").deepCopy() instanceof ObjectNode own
                ? own
                : new ObjectMapper().createObjectNode();
        if (vector.path("our_expect").path(String.valueOf(event)) instanceof ObjectNode ours) {
            expected.setAll(ours);
        }
        return expected;
    }

    private static List<JsonNode> some(String what, List<JsonNode> found) {
        if (found.isEmpty()) {
            throw new NoSuchElementException("no vectors " + what);
        }
        return found;
    }

    private static List<JsonNode> read() {
        try (InputStream in = Objects.requireNonNull(
                Vectors.class.getResourceAsStream("/vectors/vectors.json"), "vectors.json is missing")) {
            JsonNode vectors = new ObjectMapper().readTree(in).path("vectors");
            return StreamSupport.stream(vectors.spliterator(), false).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
