package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Defects that were mended can still be put back: the code that a patch in src/proofs/defects changes is there. */
class DefectPatchesTest {

    private static final Path DEFECTS = Path.of("src/proofs/defects");

    /** Before a file's hunks; some say behind it when it was written. */
    private static final Pattern FILE = Pattern.compile("--- a/([^\\t]+)");

    /** The lines that a patch expects in a file, hunk by hunk. */
    private static List<String> missing(Path patch) throws IOException {
        List<String> missing = new ArrayList<>();
        String file = "";
        StringBuilder hunk = new StringBuilder();
        for (String line : Files.readAllLines(patch)) {
            Matcher named = FILE.matcher(line);
            if (named.lookingAt()) {
                check(patch, file, hunk, missing);
                file = Files.readString(Path.of(named.group(1)));
            } else if (line.startsWith("@@")) {
                check(patch, file, hunk, missing);
            } else if (line.startsWith(" ") || line.startsWith("-")) {
                hunk.append(line.substring(1)).append('\n');
            } else if (line.startsWith("diff ")) {
                check(patch, file, hunk, missing);
            }
        }
        check(patch, file, hunk, missing);
        return missing;
    }

    private static void check(Path patch, String file, StringBuilder hunk, List<String> missing) {
        if (!file.contains(hunk)) {
            missing.add(patch.getFileName() + " expects\n" + hunk);
        }
        hunk.setLength(0);
    }

    @Test
    void eachFindsTheCodeThatItChanges() throws IOException {
        List<String> missing = new ArrayList<>();
        int patches = 0;
        try (Stream<Path> files = Files.list(DEFECTS)) {
            for (Path patch : (Iterable<Path>)
                    files.filter(file -> file.toString().endsWith(".patch")).sorted()::iterator) {
                missing.addAll(missing(patch));
                patches++;
            }
        }
        assertThat(missing).isEmpty();
        assertThat(patches).isGreaterThan(60);
    }
}
