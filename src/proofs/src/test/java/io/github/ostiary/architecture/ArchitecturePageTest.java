package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Modules;
import io.github.ostiary.testing.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages that architecture.md shows are those that are held, and its classes are there. */
class ArchitecturePageTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (root|`\\.\\w+`(?:, `\\.\\w+`)*) \\| [^|]+ \\| ([^|]+) \\|$");

    private static final Pattern MODULE = Pattern.compile("(?m)^\\| `(\\w+)` \\| [^|]+ \\| ([^|]+) \\| ([^|]+) \\|$");

    private static final Pattern KNOWN =
            Pattern.compile("<artifactId>ostiary(?:-(\\w+))?</artifactId><version>[^<]+</version></dependency>");

    private static final Pattern PICTURE = Pattern.compile("(?s)(```mermaid\n).*?(```)");

    @Test
    void showsWhatEachRoomMayImport() {
        Map<String, Set<String>> shown = new TreeMap<>();
        ROW.matcher(Page.of("src/docs/architecture.md").text()).results().forEach(row -> names(row.group(1))
                .forEach(room -> shown.put(room, imports(row))));
        Map<String, Set<String>> there = PackageTable.ours();
        there.values().forEach(row -> row.removeAll(PackageTable.EVERYWHERE));
        assertThat(shown).isEqualTo(there);
    }

    /**
     * A module.
     *
     * @param packages in it
     * @param knows other modules
     */
    private record ModuleRow(Set<String> packages, Set<String> knows) {}

    @Test
    void showsWhatEachModuleHasAndMayKnow() throws IOException {
        Map<String, ModuleRow> shown = new TreeMap<>();
        MODULE.matcher(Page.of("src/docs/architecture.md").text())
                .results()
                .forEach(row -> shown.put(row.group(1), new ModuleRow(names(row.group(2)), names(row.group(3)))));
        Map<String, ModuleRow> there = new TreeMap<>();
        for (Path folder : Modules.all("src/main/java/io/github/ostiary")) {
            Path module = folder.subpath(0, 2);
            Set<String> known = new TreeSet<>();
            KNOWN.matcher(Files.readString(module.resolve("pom.xml")))
                    .results()
                    .forEach(one -> known.add(one.group(1) == null ? "jar" : one.group(1)));
            there.put(module.getFileName().toString(), new ModuleRow(packages(folder), known));
        }
        assertThat(there).hasSizeGreaterThan(8);
        assertThat(shown).isEqualTo(there);
    }

    private static Set<String> packages(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> folder.equals(file.getParent())
                            ? "root"
                            : file.getParent().getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void drawsWhatEachRoomImports() throws IOException {
        Path file = Path.of("src", "docs", "architecture.md");
        String page = Files.readString(file);
        if (Boolean.getBoolean("picture.write")) {
            page = PICTURE.matcher(page).replaceFirst("$1" + PackageTable.picture() + "$2");
            Files.writeString(file, page);
        }

        assertThat(page)
                .as("the packages as they are; run mvn -q test -Dtest=ArchitecturePageTest -Dpicture.write=true")
                .contains("```mermaid\n" + PackageTable.picture() + "```");
    }

    @Test
    void namesClassesThatThereAre() throws IOException {
        String path = Page.of("src/docs/architecture.md").text().split("## The path of a request")[1];
        Set<String> named = Pattern.compile("`([A-Z]\\w+)`")
                .matcher(path)
                .results()
                .map(name -> name.group(1) + ".java")
                .collect(Collectors.toSet());
        try (Stream<Path> files = Modules.files("src/main/java")) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsAll(named)
                    .hasSizeGreaterThan(named.size());
        }
        assertThat(named).hasSizeGreaterThan(15);
    }

    private static Set<String> imports(MatchResult row) {
        return names(row.group(2));
    }

    private static Set<String> names(String cell) {
        Set<String> names = new TreeSet<>();
        Pattern.compile("\\w+").matcher(cell).results().map(MatchResult::group).forEach(names::add);
        return names;
    }
}
