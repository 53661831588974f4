package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.config.SignInPart.Strictness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of figures in sign-in.md is the one that sign-ins are made by. */
class SignInPageTest {

    @Test
    void thePageHasTheFiguresOfEachStrictness() throws IOException {
        String rows = Stream.of(Strictness.LENIENT, Strictness.NORMAL, Strictness.STRICT)
                .map(SignInPageTest::row)
                .collect(Collectors.joining());
        assertThat(Files.readString(Path.of("src", "docs", "sign-in.md"))).contains(rows);
    }

    private static String row(Strictness strictness) {
        return "| `" + strictness.name().toLowerCase(Locale.ROOT) + "` | "
                + List.of(SignInPart.values()).stream()
                        .map(part -> "`" + part.figure(strictness, "challenge") + "`")
                        .collect(Collectors.joining(" | "))
                + " |\n";
    }
}
