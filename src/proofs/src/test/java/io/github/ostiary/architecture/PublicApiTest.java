package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds what users compile against to the file {@code api.txt}: to change it is a decision that a reviewer sees. */
class PublicApiTest {

    private static final Path FILE = Path.of("src", "proofs", "src", "test", "resources", "api.txt");
    private static final Pattern OURS = Pattern.compile("io\\.github\\.ostiary\\.(?:\\w+\\.)*\\w+(?![\\w.]*\")");
    private static final String COMMAND = "mvn -q test -Dtest=PublicApiTest -Dapi.write=true";

    @Test
    void thePublicApiIsTheOneOnFile() throws IOException {
        List<String> now = ApiListing.of(ApiTypes.all());
        if (Boolean.getBoolean("api.write")) {
            Files.write(FILE, now);
        }

        assertThat(difference(Files.readAllLines(FILE), now))
                .as(
                        "the public API and %s differ; if that is meant, run %s and tell it in the CHANGELOG",
                        FILE, COMMAND)
                .isEmpty();
    }

    /** Otherwise somebody holds an object of which nobody told him. */
    @Test
    void whatUsersAreToldOfNamesOnlyWhatTheyAreToldOf() throws IOException {
        List<String> lines = Files.readAllLines(FILE);
        Set<String> told = typesOnFile();

        assertThat(lines)
                .flatMap(line ->
                        OURS.matcher(line).results().map(MatchResult::group).toList())
                .isNotEmpty()
                .isSubsetOf(told);
    }

    /** Full names, as Java writes them. */
    static Set<String> typesOnFile() throws IOException {
        try (Stream<String> lines = Files.lines(FILE)) {
            return lines.filter(line -> !line.startsWith(" "))
                    .map(ApiListing::typeIn)
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void aChangeIsShownBelowItsType() {
        List<String> before = List.of("public class a.A", "    public int one()", "public interface a.B");
        List<String> now =
                List.of("public class a.A", "    public long one()", "public sealed interface a.B permits a.C");

        assertThat(difference(before, now))
                .isEqualTo(
                        """
                        - a.A: public int one()
                        - public interface a.B
                        + a.A: public long one()
                        + public sealed interface a.B permits a.C""");
    }

    /** Lines that went and lines that came, each with the type it belongs to. */
    private static String difference(List<String> before, List<String> now) {
        List<String> old = owned(before);
        List<String> young = owned(now);
        Set<String> both = new HashSet<>(old);
        both.retainAll(young);
        return Stream.concat(
                        old.stream().filter(line -> !both.contains(line)).map(line -> "- " + line),
                        young.stream().filter(line -> !both.contains(line)).map(line -> "+ " + line))
                .collect(Collectors.joining("\n"));
    }

    private static List<String> owned(List<String> lines) {
        List<String> owned = new ArrayList<>();
        String owner = "";
        for (String line : lines) {
            if (line.startsWith(" ")) {
                owned.add(owner + ": " + line.trim());
            } else {
                owned.add(line);
                owner = ApiListing.typeIn(line);
            }
        }
        return owned;
    }
}
