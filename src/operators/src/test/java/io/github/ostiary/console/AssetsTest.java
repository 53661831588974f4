package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What browsers load beside the pages: {@link Assets}. */
class AssetsTest {

    private static final int MOST = 60 * 1_024;
    private static final Path FOLDER = Path.of("src/operators/src/main/resources/io/github/ostiary/console");

    @Test
    void allTogetherAreSmall() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        assertThat(bytes).isBetween(1_000L, (long) MOST);
    }

    @Test
    void noneLoadsAnythingFromElsewhere() {
        for (String name : List.of("/console.css", "/console.js", "/console.svg")) {
            String text = Assets.at(name).orElseThrow().body().replace("http://www.w3.org/2000/svg", "");
            assertThat(Pattern.compile("https?:|//[a-z]|@import|url\\(|eval\\(|innerHTML")
                            .matcher(text)
                            .results()
                            .map(found -> name + " " + found.group()))
                    .isEmpty();
        }
    }

    @Test
    void nothingElseIsAFile() {
        assertThat(Assets.at("/openapi.json")).isEmpty();
        assertThat(Assets.at("/../console/console.css")).isEmpty();
        assertThat(Assets.at("")).isEmpty();
        assertThat(Assets.address("console.css")).matches("/console\\.css\\?v=[A-Za-z0-9_-]{8}");
    }
}
