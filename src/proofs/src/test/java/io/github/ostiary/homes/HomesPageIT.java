package io.github.ostiary.homes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.Page.Block;
import io.github.ostiary.testing.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page about Quarkus and Helidon: what it shows is built and run, and its commands answer as it says. */
@EnabledIfSystemProperty(named = "servers.homes", matches = ".+")
class HomesPageIT {

    private static final Page PAGE = Page.of("src/docs/quarkus.md");
    private static final Path SOURCES = Path.of("target", "servers", "homes", "page");
    private static final String IMPORTS =
            """
            import io.github.ostiary.*;
            import io.github.ostiary.interceptor.*;
            import jakarta.enterprise.context.*;
            import jakarta.enterprise.event.*;
            import jakarta.inject.*;
            """;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        String rules = PAGE.blocks("properties").stream().map(Block::text).collect(Collectors.joining());
        write(SOURCES.resolve("resources/application.properties"), rules);
        write(SOURCES.resolve("helidon/META-INF/microprofile-config.properties"), rules);
        write(SOURCES.resolve("resources/META-INF/beans.xml"), "");
        for (Block block : PAGE.blocks("java")) {
            Matcher name = Pattern.compile("class (\\w+)").matcher(block.text());
            assertThat(name.find()).as(block.where()).isTrue();
            write(
                    SOURCES.resolve("java/" + name.group(1) + ".java"),
                    IMPORTS + block.text().replace("{ … }", "{}"));
        }
        assertThat(HomesIT.build("page", "quarkus-page")).isEmpty();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static List<Home> homes() {
        return Home.ofPage();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void its_commands_are_answered_as_it_says(Home home) throws IOException, InterruptedException {
        List<Block> commands = PAGE.blocks("sh");
        assertThat(commands).hasSize(2);
        try (ServerProcess server = home.start()) {
            assertThat(server.log()).contains("Ostiary guards this application: 4 limit, 0 concurrency, 3 lockout");
            assertThat(run(commands.get(0), server)).isEqualTo("200 200 200 200 200 429 ");
            assertThat(run(commands.get(1), server)).isEqualTo("401 401 401 429 ");
        }
    }

    private static String run(Block command, ServerProcess server) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(
                        "bash", "-c", command.text().replace("localhost:8080", "localhost:" + server.port()))
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(said).isZero();
        return said;
    }
}
