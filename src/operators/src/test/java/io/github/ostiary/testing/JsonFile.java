package io.github.ostiary.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JSON file of this project, read, and written again with nothing but the changes. */
public final class JsonFile {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonFile() {}

    public static JsonNode read(Path file) throws IOException {
        return MAPPER.readTree(file.toFile());
    }

    /**
     * Writes it, a member a line.
     *
     * @param indent blanks for each level
     */
    public static void write(Path file, JsonNode json, int indent) throws IOException {
        Files.writeString(file, text(json, "\n", " ".repeat(indent)) + "\n");
    }

    private static String text(JsonNode json, String line, String indent) {
        List<String> parts = new ArrayList<>();
        String next = line + indent;
        if (json.isArray()) {
            json.forEach(item -> parts.add(next + text(item, next, indent)));
            return "[" + String.join(",", parts) + (parts.isEmpty() ? "" : line) + "]";
        }
        if (json.isObject()) {
            json.properties()
                    .forEach(member ->
                            parts.add(next + quoted(member.getKey()) + ": " + text(member.getValue(), next, indent)));
            return "{" + String.join(",", parts) + (parts.isEmpty() ? "" : line) + "}";
        }
        return json.toString();
    }

    private static String quoted(String name) {
        return MAPPER.getNodeFactory().textNode(name).toString();
    }
}
