package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody meant who mistyped a name. */
class NearestTest {

    private static final List<String> KEYS = List.of("path", "rate", "burst", "keyPrefix", "algorithm");

    @ParameterizedTest
    @CsvSource({"pth, path", "rates, rate", "brust, burst", "KEYPREFIX, keyPrefix", "algoritm, algorithm", "'', path"})
    void findsTheNearest(String typed, String meant) {
        assertThat(Nearest.to(typed, KEYS)).contains(meant);
    }

    @Test
    void ofEqualsTheFirstOfTheAlphabet() {
        assertThat(Nearest.to("c", List.of("b", "a"))).contains("a");
    }

    @Test
    void whatIsFarIsNotMeant() {
        assertThat(Nearest.close("algoritm", KEYS)).contains("algorithm");
        assertThat(Nearest.close("RATE", KEYS)).contains("rate");
        assertThat(Nearest.close("url", KEYS)).isEmpty();
        assertThat(Nearest.close("", KEYS)).isEmpty();
    }

    @Test
    void findsNothingWhereThereIsNothing() {
        assertThat(Nearest.to("path", List.of())).isEmpty();
    }

    /** Whoever pastes a megabyte is answered by its first hundred characters. */
    @Test
    void whatIsFarTooLongTakesNoLonger() {
        assertThat(Nearest.to("path".repeat(1_000_000), KEYS)).isPresent();
        assertThat(Nearest.to("x".repeat(100) + "path", List.of("path", "x".repeat(100))))
                .contains("x".repeat(100));
    }

    /** By the definition of the distance: the fewest insertions, deletions and replacements. */
    @Test
    void agreesWithTheDefinition() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            String typed = word(random);
            List<String> names = List.of(word(random), word(random), word(random)).stream()
                    .sorted()
                    .toList();
            String nearest = names.get(0);
            for (String name : names) {
                nearest = distance(typed, name) < distance(typed, nearest) ? name : nearest;
            }
            assertThat(Nearest.to(typed, names)).as("%s of %s", typed, names).contains(nearest);
        }
    }

    private static String word(Random random) {
        return random.ints(random.nextInt(6), 'a', 'd')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static int distance(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() + b.length();
        }
        int replaced = distance(a.substring(1), b.substring(1)) + (a.charAt(0) == b.charAt(0) ? 0 : 1);
        int shorter = Math.min(distance(a.substring(1), b), distance(a, b.substring(1)));
        return Math.min(replaced, 1 + shorter);
    }
}
