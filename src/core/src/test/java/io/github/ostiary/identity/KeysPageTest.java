package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.identity.SourceKind.Decider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of sources in keys.md beside the sources there are. */
class KeysPageTest {

    /** The first form of a source, what it is, who decides its value. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+(?::\\w+)?)` \\| .* \\| the (\\w+) \\|$");

    @Test
    void eachSourceHasItsRowWithWhoDecidesItsValue() throws IOException {
        String page = Files.readString(Path.of("src/docs/keys.md"));
        int start = page.indexOf("| source | is | who decides its value |");
        Matcher rows = ROW.matcher(page.substring(start, page.indexOf("\n\n", start)));
        Map<String, String> written = new TreeMap<>();
        while (rows.find()) {
            written.put(rows.group(1), rows.group(2));
        }
        Map<String, String> there = new TreeMap<>();
        for (SourceKind kind : SourceKind.values()) {
            String example = kind == SourceKind.RESOLVER ? "resolver:CLASS" : kind.written();
            there.put(example, word(kind.decider()));
        }
        assertThat(written).isEqualTo(there);
    }

    private static String word(Decider decider) {
        return switch (decider) {
            case CALLER, CALLER_AMONG_HOSTS -> "caller";
            case NETWORK -> "network";
            case PROXY -> "proxy";
            case RULE -> "rule";
            case APPLICATION -> "application";
        };
    }
}
