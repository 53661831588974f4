package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of algorithms.md beside the algorithms there are. */
class AlgorithmsPageTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)`.*\\|$");

    @Test
    void eachTableHasARowForEachAlgorithm() throws IOException {
        String page = Files.readString(Path.of("src/docs/algorithms.md"));
        List<String> names =
                List.of(Algorithm.values()).stream().map(Algorithm::configName).toList();
        assertThat(rows(page, "| `algorithm` | guarantees |")).containsExactlyInAnyOrderElementsOf(names);
        assertThat(rows(page, "| algorithm | condition |")).containsExactlyInAnyOrderElementsOf(names);
    }

    private static List<String> rows(String page, String head) {
        int start = page.indexOf(head);
        assertThat(start).as(head).isNotNegative();
        Matcher rows = ROW.matcher(page.substring(page.indexOf('\n', start), page.indexOf("\n\n", start)));
        List<String> names = new ArrayList<>();
        while (rows.find()) {
            names.add(rows.group(1));
        }
        return names;
    }
}
