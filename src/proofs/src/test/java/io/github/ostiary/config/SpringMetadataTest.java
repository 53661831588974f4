package io.github.ostiary.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * What editors know of the keys in {@code application.properties} is what their catalogues say. Keys of rules are suggested as
 * keys of a map, since the format knows no others with a name in the middle.
 */
class SpringMetadataTest {

    private static final Path FILE =
            Path.of("src", "spring", "src", "main", "resources", "META-INF", "spring-configuration-metadata.json");

    /** What keys of a rule are shown with, to be replaced. */
    private static final String RULE = "name.";

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<RuleVocabulary, String> KINDS = Map.of(
            RuleVocabulary.LIMIT, "Limits, how often a caller may do something: ostiary.limit.NAME.rate=100/1m.",
            RuleVocabulary.CONCURRENCY,
                    "Concurrency rules, how many calls may run at a time: ostiary.concurrency.NAME.permits=10.",
            RuleVocabulary.LOCKOUT, "Lockouts, what follows failed attempts: ostiary.lockout.NAME.steps=5/1h lock 15m.",
            RuleVocabulary.ALLOW, "Calls that no rule counts: ostiary.allow.NAME.when=ip=10.0.0.0/8.",
            RuleVocabulary.BLOCK, "Calls that are always denied: ostiary.block.NAME.when=header:User-Agent=BadBot/1.0.",
            RuleVocabulary.SIGNIN, "Sign-ins, each guarded by a set of rules: ostiary.signin.NAME.path=/login.");

    @Test
    void theFileSaysWhatTheCataloguesSay() throws IOException {
        String made = JSON.writer(new DefaultPrettyPrinter()
                                .withObjectIndenter(new DefaultIndenter(" ", "\n"))
                                .withArrayIndenter(new DefaultIndenter(" ", "\n")))
                        .writeValueAsString(metadata())
                + "\n";
        if (Boolean.getBoolean("keys.write")) {
            Files.writeString(FILE, made);
        }
        assertThat(made)
                .as("if the catalogues are right, write the file: mvn test -Dtest=SpringMetadataTest -Dkeys.write=true")
                .isEqualTo(Files.readString(FILE, UTF_8));
    }

    @Test
    void allNamesAreAsSpringWritesThem() throws IOException {
        JsonNode file = JSON.readTree(Files.readString(FILE, UTF_8));
        assertThat(file.get("properties"))
                .allSatisfy(property -> assertThat(ConfigurationPropertyName.isValid(
                                property.get("name").asText()))
                        .as(property.toString())
                        .isTrue())
                .hasSizeGreaterThan(30);
        for (JsonNode hint : file.get("hints")) {
            if (hint.get("name").asText().endsWith(".keys")) {
                String kind = hint.get("name").asText().split("\\.")[1];
                assertThat(hint.get("values")).allSatisfy(value -> assertThat(RuleKey.parse(RelaxedKey.of(
                                        kind + "." + value.get("value").asText()))
                                .flatMap(RuleKey::declared))
                        .as(value.toString())
                        .isPresent());
            }
        }
    }

    private static ObjectNode metadata() throws IOException {
        KeySentences sentences = KeySentences.read();
        ObjectNode all = JSON.createObjectNode();
        ArrayNode properties = all.putArray("properties");
        ArrayNode hints = all.putArray("hints");
        GlobalKeys.ALL.known().values().forEach(key -> add(properties, hints, key, sentences.of("GlobalKeys", key)));
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            ObjectNode map = properties.addObject().put("name", "ostiary." + kind.prefix());
            map.put("type", "java.util.Map<java.lang.String,java.lang.String>").put("description", KINDS.get(kind));
            ArrayNode keys = hints.addObject()
                    .put("name", "ostiary." + kind.prefix() + ".keys")
                    .putArray("values");
            own(kind).forEach(key -> keys.addObject()
                    .put("value", RULE + kebab(key.name()))
                    .put("description", withDefault(key, description(key, sentences.of(kind, key)))));
            hints.addObject()
                    .put("name", "ostiary." + kind.prefix() + ".values")
                    .putArray("providers")
                    .addObject()
                    .put("name", "any");
        }
        addOthers(properties);
        return all;
    }

    /** Those of Spring Boot that switch parts of ours. */
    private static void addOthers(ArrayNode properties) {
        properties
                .addObject()
                .put("name", "management.health.ostiary.enabled")
                .put("type", "java.lang.Boolean")
                .put("description", "Whether the health endpoint says how the guard counts.")
                .put("defaultValue", true);
    }

    /** Of a sign-in only what is not a key of one of its rules. */
    private static Stream<ConfigKey<?>> own(RuleVocabulary kind) {
        return kind.keys().known().values().stream()
                .filter(key -> kind != RuleVocabulary.SIGNIN
                        || SignInPart.byKey(key.name()).isEmpty());
    }

    private static void add(ArrayNode properties, ArrayNode hints, ConfigKey<?> key, String sentence) {
        String name = "ostiary." + kebab(key.name());
        ObjectNode property = properties.addObject().put("name", name);
        property.put("type", type(key)).put("description", description(key, sentence));
        key.fallback().ifPresent(fallback -> putDefault(property, key, fallback));
        List<String> words = words(key);
        if (!words.isEmpty() && !isFlag(key)) {
            ArrayNode values = hints.addObject().put("name", name).putArray("values");
            words.forEach(word -> values.addObject().put("value", word));
        }
    }

    private static void putDefault(ObjectNode property, ConfigKey<?> key, String fallback) {
        switch (type(key)) {
            case "java.lang.Boolean" -> property.put("defaultValue", Boolean.parseBoolean(fallback));
            case "java.lang.Integer" -> property.put("defaultValue", Integer.parseInt(fallback));
            default -> property.put("defaultValue", fallback);
        }
    }

    private static String type(ConfigKey<?> key) {
        return switch (key.type().name()) {
            case "number" -> "java.lang.Integer";
            case "duration" -> key.type().bounds().contains(",") ? "java.lang.String" : "java.time.Duration";
            case "list" -> "java.util.List<java.lang.String>";
            case "flag" -> isFlag(key) ? "java.lang.Boolean" : "java.lang.String";
            default -> "java.lang.String";
        };
    }

    private static boolean isFlag(ConfigKey<?> key) {
        return words(key).equals(List.of("true", "false"));
    }

    private static List<String> words(ConfigKey<?> key) {
        String bounds = key.type().bounds();
        return bounds.matches("`[^`]+`(?:, `[^`]+`)*")
                ? List.of(bounds.replace("`", "").split(", "))
                : List.of();
    }

    private static String description(ConfigKey<?> key, String sentence) {
        String bounds = key.type().bounds().replace("`", "");
        String within = bounds.matches("\\S+ to \\S+") ? "From " : words(key).isEmpty() ? "Values: " : "One of ";
        return bounds.isEmpty() || isFlag(key) ? sentence : sentence + " " + within + bounds + ".";
    }

    private static String withDefault(ConfigKey<?> key, String description) {
        return description
                + key.fallback().map(fallback -> " Default: " + fallback + ".").orElse("");
    }

    private static String kebab(String key) {
        return key.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
