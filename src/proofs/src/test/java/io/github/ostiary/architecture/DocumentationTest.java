package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A type is introduced by what it is, so that a reader knows within a line. */
class DocumentationTest {

    private static final Pattern INTRODUCED = Pattern.compile(
            "/\\*\\*\\s*(?:\\*\\s*)?(\\w+)(?:(?!\\*/).)*\\*/\\s*"
                    + "(?:@[^\\n]+\\n\\s*)*(?:(?:public|private|protected|abstract|final|sealed|non-sealed|static)\\s+)*"
                    + "(?:class|@?interface|record|enum)\\s+(\\w+)",
            Pattern.DOTALL);
    private static final Pattern CLAUSE =
            Pattern.compile("What|Who|Whom|Whose|Where|When|Which|How|Whether|That|Under");

    @Test
    void typesAreIntroducedByANoun() throws IOException {
        List<String> clauses = new ArrayList<>();
        try (Stream<Path> sources = Modules.files("src/main/java")) {
            for (Path source :
                    (Iterable<Path>) sources.filter(file -> file.toString().endsWith(".java"))::iterator) {
                clauses.addAll(clauses(Files.readString(source)));
            }
        }
        assertThat(clauses).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/** What is kept. */ final class A {}, A",
        "/** Where it is. */ public record B(int i) {}, B",
        "/** A place. */ enum C {}, ''",
        "/** Whether it is. */ boolean d() {}, ''",
    })
    void clausesAreFound(String source, String found) {
        assertThat(String.join(" ", clauses(source))).isEqualTo(found);
    }

    private static List<String> clauses(String source) {
        List<String> clauses = new ArrayList<>();
        Matcher type = INTRODUCED.matcher(source);
        while (type.find()) {
            if (CLAUSE.matcher(type.group(1)).matches()) {
                clauses.add(type.group(2));
            }
        }
        return clauses;
    }
}
