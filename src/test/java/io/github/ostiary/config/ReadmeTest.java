package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.setup.GuardBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README quotes is what there is. */
class ReadmeTest {

    private static final String README = read("README.md");

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> blocks(String language) {
        List<String> blocks = new ArrayList<>();
        Matcher fence = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```").matcher(README);
        while (fence.find()) {
            blocks.add(fence.group(1));
        }
        return blocks;
    }

    @Test
    void quotesThePathOfARequestAsItIs() {
        String source =
                read("src/main/java/io/github/ostiary/engine/Engine.java").replaceAll("(?m)^ {4}", "");
        String quoted = blocks("java").stream()
                .filter(block -> block.contains("Position position"))
                .findFirst()
                .orElseThrow();
        assertThat(source).contains(quoted.strip());
        assertThat(quoted.lines()).hasSizeLessThanOrEqualTo(30);
    }

    @Test
    void itsConfigurationDeploys() throws IOException {
        for (String block : blocks("properties")) {
            Properties properties = new Properties();
            properties.load(new StringReader(block));
            GuardBuilder builder = GuardBuilder.create().timeSource(new ManualTimeSource());
            properties.stringPropertyNames().forEach(key -> builder.property(key, properties.getProperty(key)));
            builder.build().close();
        }
        assertThat(blocks("properties")).isNotEmpty();
    }

    @Test
    void documentsEveryKey() {
        Set<String> keys = new TreeSet<>(Schema.GLOBAL);
        RuleVocabulary.LIMIT.keys().forEach(key -> keys.add("limit.NAME." + key));
        for (RuleVocabulary kind : List.of(RuleVocabulary.CONCURRENCY, RuleVocabulary.LOCKOUT)) {
            kind.keys().forEach(key -> keys.add(kind.prefix() + ".NAME." + key));
        }
        assertThat(keys).allSatisfy(key -> assertThat(README).contains("`" + key + "`"));
    }

    @Test
    void comparesAllAlgorithms() {
        assertThat(Algorithm.values()).allSatisfy(algorithm -> assertThat(README)
                .containsPattern("(?m)^\\| `" + algorithm.configName() + "`"));
    }

    @Test
    void itsProblemsAreTheOnesTold() {
        Map<String, String> wrong = Map.of(
                "limit.reply.rat",
                "5/1m",
                "limit.reply.rate",
                "5/1m",
                "limit.search.rate",
                "100/1x",
                "limit.api.rate",
                "100/1m",
                "limit.api.key",
                "header:X-Api-Key | ip");
        GuardBuilder builder = GuardBuilder.create();
        wrong.forEach(builder::property);
        assertThatThrownBy(builder::build)
                .isInstanceOf(ConfigurationException.class)
                .satisfies(e -> assertThat(README).contains(e.getMessage()));
    }
}
