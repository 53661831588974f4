package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PathIndexTest {

    private static final String[] SEGMENTS = {"a", "b", "c.do", "d.x.do", "*"};
    private static final String[] SUFFIXES = {"*.do", "*.x.do", "*.e"};

    @Test
    void findsTheRulesWhosePatternsMatchEachOnce() {
        Random random = new Random(7);
        for (int run = 0; run < 300; run++) {
            List<List<PathPattern>> rules = new ArrayList<>();
            PathIndex<List<PathPattern>> index = new PathIndex<>();
            for (int i = 0; i < 12; i++) {
                List<PathPattern> patterns = patterns(random);
                rules.add(patterns);
                index.add(patterns, patterns);
            }
            for (int i = 0; i < 20; i++) {
                String path = path(random, SEGMENTS.length - 1) + (random.nextInt(4) == 0 ? "/" : "");
                assertThat(index.find(path))
                        .as(path)
                        .doesNotHaveDuplicates()
                        .containsExactlyInAnyOrderElementsOf(rules.stream()
                                .filter(patterns -> patterns.stream().anyMatch(pattern -> pattern.matches(path)))
                                .toList());
            }
        }
    }

    /** Their hashes are equal, and so are their lengths. */
    @Test
    void takesNoSegmentForAnother() {
        PathIndex<String> index = new PathIndex<>();
        index.add(List.of(PathPattern.parse("/Aa")), "Aa");
        assertThat(index.find("/BB")).isEmpty();
        index.add(List.of(PathPattern.parse("/BB")), "BB");
        assertThat(index.find("/BB")).containsExactly("BB");
        assertThat(index.find("/Aa")).containsExactly("Aa");
    }

    @Test
    void findsNothingWhereThereAreNoRules() {
        assertThat(new PathIndex<Object>().find("/a")).isEmpty();
    }

    private static List<PathPattern> patterns(Random random) {
        List<PathPattern> patterns = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            patterns.add(PathPattern.parse(
                    random.nextInt(4) == 0
                            ? SUFFIXES[random.nextInt(SUFFIXES.length)]
                            : path(random, SEGMENTS.length) + (random.nextBoolean() ? "/*" : "")));
        }
        return patterns;
    }

    private static String path(Random random, int choice) {
        StringBuilder path = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            path.append('/').append(random.nextInt(9) == 0 ? "/" : "").append(SEGMENTS[random.nextInt(choice)]);
        }
        return path.toString();
    }
}
