package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.ShownCommands;
import io.github.ostiary.testing.WarBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page on Jakarta EE: a WAR of its blocks, and what it shows on a command line. */
class JakartaPageIT {

    private static final Page PAGE = Page.of("src/docs/jakarta-ee.md");
    private static final Pattern TYPE = Pattern.compile("public class (\\w+Servlet)");

    @TempDir
    Path sources;

    @ParameterizedTest
    @EnumSource
    void aWarOfItsBlocksDoesAsItSays(ServerKind kind) throws IOException {
        int servlets = 0;
        for (Page.Block block : PAGE.blocks("java")) {
            Matcher type = TYPE.matcher(block.text());
            if (type.find()) {
                Files.writeString(sources.resolve(type.group(1) + ".java"), "package shop;\n\n" + block.text());
                servlets++;
            }
        }
        assertThat(servlets).isEqualTo(2);
        Path war = WarBuilder.war("page/" + kind.name().toLowerCase())
                .thinJar()
                .compiled(sources)
                .properties(PAGE.configuration("From nothing")
                        .text()
                        .replace("/1m", "/1h")) // of which a slow machine must not see the end
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of())) {
            URI base = server.uri(war);
            String place = base.getAuthority() + base.getPath().replaceFirst("/$", "");
            List<Page.Block> consoles = PAGE.blocks("console");
            assertThat(consoles).hasSize(2);
            consoles.forEach(block -> ShownCommands.run(block.text(), place));
            assertThat(server.log()).contains(PAGE.blocks("text").get(0).text().strip());
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> right = Browser.send(
                        "POST",
                        base.resolve("login"),
                        "username=ben&password=right",
                        UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded");
                assertThat(right.statusCode())
                        .as("right, without a session before")
                        .isEqualTo(204);
            }
        }
    }
}
