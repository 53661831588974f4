package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.testing.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the console answers to programs has the members that {@code openapi.json} describes, no more and no fewer. */
class OpenApiTest {

    private final ObjectMapper mapper = new ObjectMapper();

    private static final Path FILE = Path.of("src/operators/src/main/resources/io/github/ostiary/console/openapi.json");

    @Test
    void figuresOfTheStoreAreDescribed() throws IOException {
        JsonNode description = JsonFile.read(FILE);
        ObjectNode described = (ObjectNode) description.at("/components/schemas/Store/properties");
        StoreFigure.ALL.forEach(figure -> described.putObject(figure.member()).put("type", "integer"));
        if (Boolean.getBoolean("figures.write")) {
            JsonFile.write(FILE, description, 1);
        }

        assertThat(description)
                .as("%s; run mvn -q test -Dtest=OpenApiTest -Dfigures.write=true", FILE)
                .isEqualTo(JsonFile.read(FILE));
    }

    @Test
    void theOverviewIsAsDescribed() throws IOException {
        JsonNode description = mapper.readTree(Assets.openApi().bytes());
        JsonNode schema = description.at("/paths/~1overview/get/responses/200/content/application~1json/schema");
        assertThat(schema.isObject()).isTrue();
        ReloadState file = new ReloadState("ostiary.properties", true, Optional.of(Instant.EPOCH), List.of("wrong"));
        JsonNode answer =
                mapper.readTree(GuardJson.overview(new FleetView(EveryFigure.fleet(EveryFigure.figures()), "id"), file)
                        .toString());
        compare(description, schema, answer, "overview");
    }

    /** The sample has every member there can be. */
    private static void compare(JsonNode description, JsonNode schema, JsonNode value, String where) {
        if (schema.has("$ref")) {
            compare(description, description.at(schema.get("$ref").asText().substring(1)), value, where);
        } else if (value.isArray()) {
            assertThat(value).as(where).isNotEmpty();
            value.forEach(item -> compare(description, schema.get("items"), item, where + "[]"));
        } else if (value.isObject() && schema.has("properties")) {
            TreeSet<String> described = new TreeSet<>();
            schema.get("properties").fieldNames().forEachRemaining(described::add);
            TreeSet<String> answered = new TreeSet<>();
            value.fieldNames().forEachRemaining(answered::add);
            assertThat(answered).as(where).isEqualTo(described);
            described.forEach(name ->
                    compare(description, schema.get("properties").get(name), value.get(name), where + "." + name));
        } else {
            String type = schema.get("type").asText();
            assertThat(matches(type, value))
                    .as(where + " is " + type + ": " + value)
                    .isTrue();
        }
    }

    private static boolean matches(String type, JsonNode value) {
        return switch (type) {
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            case "number" -> value.isNumber();
            case "string" -> value.isTextual();
            case "object" -> value.isObject();
            default -> false;
        };
    }
}
