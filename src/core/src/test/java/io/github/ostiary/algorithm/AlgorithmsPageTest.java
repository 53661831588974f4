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

/** The tables of pages that have a row for each algorithm, beside the algorithms there are. */
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

    @Test
    void theTableOfKeysHasARowForEachAlgorithm() throws IOException {
        String page = Files.readString(Path.of("src/docs/redis.md"));
        for (Algorithm algorithm : Algorithm.values()) {
            String row = "| `PREFIX:1:{IDENTITY}:RULE:" + algorithm.letter() + "0` |";
            assertThat(page)
                    .as(
                            "write into the first table of redis.md: %s its type in Redis | what it holds of `%s` |",
                            row, algorithm.configName())
                    .contains("\n" + row + " ");
        }
    }

    @Test
    void theTableOfReportsTellsOfEachAlgorithmWhatWasUsed() throws IOException {
        String head = "| algorithm | is `used` what was used in the window? |";
        List<String> rows = List.of(
                table(Files.readString(Path.of("src/docs/quotas.md")), head).split("\n"));
        for (Algorithm algorithm : Algorithm.values()) {
            String name = "`" + algorithm.configName() + "`";
            assertThat(rows)
                    .as(
                            "write into quotas.md, below '%s', in one row: | %s | whether `used` is what was used |",
                            head, name)
                    .filteredOn(row -> row.split("\\|")[1].contains(name))
                    .hasSize(1);
        }
    }

    private static String table(String page, String head) {
        int start = page.indexOf(head);
        assertThat(start).as(head).isNotNegative();
        return page.substring(page.indexOf('|', page.indexOf("---", start)), page.indexOf("\n\n", start));
    }

    private static List<String> rows(String page, String head) {
        Matcher rows = ROW.matcher(table(page, head));
        List<String> names = new ArrayList<>();
        while (rows.find()) {
            names.add(rows.group(1));
        }
        return names;
    }
}
