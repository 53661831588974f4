package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Comments, messages and pages say who does what. Some words stand where a sentence hides that; how many lines still have
 * them is on a list that only ever gets shorter.
 */
class PlainEnglishTest {

    private static final Pattern WORDS = Pattern.compile(
            "\\b(?:told|whom|whoever|nobody|somebody|anybody|its own|their own)\\b", Pattern.CASE_INSENSITIVE);

    private static final Path LIST = Path.of("src", "test", "resources", "plain-english.txt");

    @Test
    void noPlaceHasMoreSuchLinesThanBefore() throws IOException {
        Map<String, Long> now = new TreeMap<>();
        count(Path.of("src", "main"), now);
        count(Path.of("src", "docs"), now);
        count(Path.of("README.md"), now);
        String list = now.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue() + "\n")
                .collect(Collectors.joining());
        if (Boolean.getBoolean("words.write")) {
            Files.writeString(LIST, list);
        }

        assertThat(list)
                .as(
                        "lines with %s; where there are more, name who acts; where there are fewer, run mvn -q test"
                                + " -Dtest=PlainEnglishTest -Dwords.write=true",
                        WORDS)
                .isEqualTo(Files.readString(LIST));
    }

    private static void count(Path top, Map<String, Long> found) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(top)) {
            files = all.filter(file -> file.toString().matches(".*\\.(java|lua|md|html|json)"))
                    .toList();
        }
        for (Path file : files) {
            long lines = Files.readString(file)
                    .lines()
                    .filter(line -> WORDS.matcher(line).find())
                    .count();
            if (lines > 0) {
                boolean page = file.toString().endsWith(".md");
                Path place = page ? file : file.getParent();
                found.merge(place.toString().replace('\\', '/'), lines, Long::sum);
            }
        }
    }
}
