package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file with mistakes is seen where people look: {@link FileProblems}. */
class FileProblemsTest extends ConsoleFixture {

    private static final Operator EVE = new Operator("eve", "test");

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void rules() throws IOException {
        file = directory.resolve("ostiary.properties");
        write("limit.reply.rate=5/1m");
        given(GuardBuilder.fromProperties(file).property("reload", "off"));
    }

    private void write(String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    private void reload(String... lines) throws IOException {
        write(lines);
        OperatorApi.of(guard).reload(EVE, "");
    }

    @Test
    void allMistakesInTheFileStandOnOverviewAndRulesUntilItIsRight() throws IOException {
        reload("limit.reply.rate=many", "limit.reply.<i>=1");
        for (String page : new String[] {"", "/rules"}) {
            assertThat(page(page))
                    .contains("ostiary.properties has changed, but is not in force: 2 problems.")
                    .contains("<li>limit.reply.rate=many", "unknown key", "&lt;i&gt;")
                    .doesNotContain("<i>");
        }
        reload("limit.reply.rate=6/1m");
        assertThat(page("") + page("/rules")).doesNotContain("has changed, but is not in force");
        assertThat(page("/rules")).contains("6/1m");
    }

    @Test
    void aFileThatSaysAgainWhatIsInForceHasNoProblemsEither() throws IOException {
        reload("limit.reply.rate=many");
        assertThat(page("")).contains("is not in force: 1 problem.");
        reload("limit.reply.rate=5/1m");
        assertThat(page("")).doesNotContain("is not in force");
    }
}
