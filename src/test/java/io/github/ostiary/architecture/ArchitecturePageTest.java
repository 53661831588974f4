package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Page;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rooms that architecture.md shows are those that are held. */
class ArchitecturePageTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (root|`\\.\\w+`(?:, `\\.\\w+`)*) \\| [^|]+ \\| ([^|]+) \\|$");

    @Test
    void showsWhatEachRoomMayImport() {
        Map<String, Set<String>> shown = new TreeMap<>();
        ROW.matcher(Page.of("src/docs/architecture.md").text()).results().forEach(row -> names(row.group(1))
                .forEach(room -> shown.put(room, imports(row))));
        assertThat(shown).isEqualTo(PackageTable.ours());
    }

    private static Set<String> imports(MatchResult row) {
        Set<String> named = names(row.group(2));
        if (row.group(2).startsWith("all")) {
            named = new TreeSet<>(PackageTable.ours().keySet());
            named.removeAll(Set.of("setup", "command", "login", "console", "servlet", "interceptor", "jaxrs"));
        }
        return named;
    }

    private static Set<String> names(String cell) {
        Set<String> names = new TreeSet<>();
        Pattern.compile("\\w+").matcher(cell).results().map(MatchResult::group).forEach(names::add);
        return names;
    }
}
