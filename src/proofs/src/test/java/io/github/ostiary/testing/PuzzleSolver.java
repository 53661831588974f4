package io.github.ostiary.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** A program that counts until a puzzle is solved, and writes the answer down as ALTCHA does. */
public final class PuzzleSolver {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PuzzleSolver() {}

    /** The puzzle in the body of a denial. */
    public static JsonNode puzzle(String problem) {
        try {
            return MAPPER.readTree(problem).required("challenge");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer to a puzzle. */
    public static String payload(JsonNode puzzle) {
        String salt = puzzle.get("salt").asText();
        for (long number = 0; number <= puzzle.get("maxnumber").asLong(); number++) {
            if (HexFormat.of()
                    .formatHex(sha256(salt + number))
                    .equals(puzzle.get("challenge").asText())) {
                ObjectNode answer = puzzle.deepCopy();
                answer.remove("maxnumber");
                return Base64.getEncoder()
                        .encodeToString(answer.put("number", number).toString().getBytes(UTF_8));
            }
        }
        throw new AssertionError("no number solves it");
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
