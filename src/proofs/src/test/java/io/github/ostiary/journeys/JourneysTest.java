package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Holds the commonest journeys to bounds, none of which depends on how busy the machine is, and writes the table of
 * {@code src/docs/decisions/the-path-of-a-call-is-counted.md} to {@code target/journeys.md}, with every call of each journey beside it.
 */
@Tag("slow")
class JourneysTest {

    private static final Path TARGET = Path.of("target");
    private static final Map<Journey, String> ROWS = new EnumMap<>(Journey.class);

    @ParameterizedTest
    @EnumSource(Journey.class)
    void staysShort(Journey journey) throws IOException {
        String redis = RedisServer.shared().uri();
        CallTrace.Seen seen = journey.traced(redis);
        Journey.Figures figures = new Journey.Figures(seen.classes(), seen.hops(), seen.objects());
        long bytes = journey.bytes(redis);
        ROWS.put(
                journey,
                "| " + journey.title + " | " + figures + " | "
                        + (journey.wanted == null ? "–" : journey.wanted) + " | " + seen.crossings() + " | "
                        + seen.made() + " | " + bytes + " |");
        Files.createDirectories(TARGET);
        Files.write(TARGET.resolve("journey-" + journey.name().toLowerCase() + ".txt"), seen.lines());
        assertThat(seen.classes()).as("classes").isBetween(1, journey.bound.classes());
        assertThat(seen.hops()).as("hops").isBetween(1, journey.bound.hops());
        assertThat(seen.crossings()).as("crossings").isBetween(1, journey.boundCrossings);
        assertThat(seen.objects()).as("objects").isBetween(1, journey.bound.objects());
        assertThat(bytes).as("bytes").isBetween(1L, journey.boundBytes);
    }

    @AfterAll
    static void print() throws IOException {
        String table =
                """
                | journey | classes / hops / objects | wanted | crossings | all that our code makes | bytes |
                |-|-|-|-|-|-|
                """
                        + String.join("\n", ROWS.values()) + "\n";
        Files.writeString(TARGET.resolve("journeys.md"), table);
        System.out.print(table);
    }
}
