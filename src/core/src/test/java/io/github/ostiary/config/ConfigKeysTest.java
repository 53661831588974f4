package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a {@link ConfigKey} says is what the page says, and what the comment on it says is a sentence. */
class ConfigKeysTest {

    private static final Path PAGE = Path.of("src", "docs", "configuration.md");

    /** Name, default, bounds, what changes it, meaning. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([A-Za-z0-9.,{}]+)` \\| (CELL) \\| (CELL) \\| (CELL) \\|(CELL) \\|$"
                    .replace("CELL", "(?:[^|\\n]|(?<=\\\\)\\|)*?"));

    private static final Pattern NOT_ALLOWED = Pattern.compile("(?m)^\\| `([A-Za-z.,{}]+)` \\| not allowed");

    /** All keys there are, as the page has them. */
    private static Map<String, ConfigKey<?>> keys() {
        Map<String, ConfigKey<?>> keys = new LinkedHashMap<>(GlobalKeys.ALL.known());
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            kind.keys().known().forEach((name, key) -> keys.put(kind.prefix() + ".NAME." + name, key));
        }
        keys.put("limit.NAME." + LimitKeys.RATE_OF_PLAN.name(), LimitKeys.RATE_OF_PLAN);
        return keys;
    }

    /** The rows say default, bounds and what changes a key as its catalogue does. */
    @Test
    void thePageSaysTheSame() throws IOException {
        Map<String, ConfigKey<?>> keys = keys();
        String page = Page.of(PAGE.toString()).text();
        List<MatchResult> rows = ROW.matcher(page).results().toList();
        if (Boolean.getBoolean("keys.write")) {
            Files.writeString(
                    PAGE,
                    ROW.matcher(page)
                            .replaceAll(row -> Matcher.quoteReplacement(
                                    row(row, keys.get(Page.keys(row.group(1)).get(0))))));
        }
        assertThat(rows)
                .as("if the catalogue is right, write the rows: mvn test -Dtest=ConfigKeysTest -Dkeys.write=true")
                .allSatisfy(row -> assertThat(Page.keys(row.group(1)))
                        .allSatisfy(key -> assertThat(row.group()).isEqualTo(row(row, keys.get(key)))));
        keys.keySet().removeIf(key -> key.matches("signin.NAME.(limit|password|address|account|siege)\\..*"));
        NOT_ALLOWED.matcher(page).results().forEach(row -> keys.keySet().removeAll(Page.keys(row.group(1))));
        assertThat(rows).flatExtracting(row -> Page.keys(row.group(1))).containsAll(keys.keySet());
    }

    private static String row(MatchResult row, ConfigKey<?> key) {
        if (key == null) {
            return row.group();
        }
        String fallback =
                key.fallback().map(text -> "`" + text.replace("|", "\\|") + "`").orElse("");
        String bounds = key.type().bounds();
        String since = key.terms().since().equals(ConfigKeys.FIRST)
                ? ""
                : " Since " + key.terms().since() + ".";
        return "| `" + row.group(1) + "` | "
                + (row.group(2).startsWith(fallback) ? row.group(2) : fallback) + " | "
                + (bounds.isEmpty() ? row.group(3) : bounds) + " | "
                + key.terms().changedBy().name().toLowerCase(Locale.ROOT) + " |"
                + (row.group(5).contains(since) ? row.group(5) : row.group(5) + since) + " |";
    }

    @Test
    void whatIsMeantWhereNothingIsStatedIsWithinTheBounds() {
        assertThat(keys()).allSatisfy((name, key) -> assertThat(key.usual().isPresent())
                .as(name)
                .isEqualTo(key.fallback().isPresent()));
    }

    @Test
    void aKeyThatOnlyAFileChangesSaysWhy() {
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            assertThat(kind.keys().known())
                    .allSatisfy((name, key) -> assertThat(key.terms().fixed().isEmpty())
                            .as(name)
                            .isEqualTo(key.isChangedBy(ConfigKey.ChangedBy.OVERRIDE)));
        }
    }

    @Test
    void aLaterVersionIsNamed() {
        ConfigKey<Boolean> later = ConfigKeys.with(ConfigKey.ChangedBy.START)
                .since("0.2.0")
                .at(ConfigKey.ChangedBy.FILE)
                .key("later", ValueType.FLAG, "false");
        Matcher row = ROW.matcher("| `later` | `true` | any | start | something new. |");
        assertThat(row.find()).isTrue();
        assertThat(row(row.toMatchResult(), later))
                .isEqualTo("| `later` | `false` | `true`, `false` | file | something new. Since 0.2.0. |");
    }

    /** What an editor needs to know of each key: its facts, and the comment on its constant. */
    @Test
    void allCanBeListed() throws IOException {
        KeySentences sentences = KeySentences.read();
        assertThat(sentences.all()).hasSizeGreaterThan(60).allMatch(sentence -> sentence.matches("[A-Z].*\\."));
        assertThat(sentences.all()).hasSize(KeySentences.declared());
        ConfigKey<?> key = GlobalKeys.REDIS_TIMEOUT;
        assertThat(Stream.of(
                                key.name(),
                                key.type().name(),
                                key.fallback().orElse(""),
                                key.type().bounds(),
                                key.terms().changedBy().name(),
                                key.terms().since(),
                                sentences.of("GlobalKeys", key))
                        .collect(Collectors.joining("; ")))
                .isEqualTo("redis.timeout; duration; 50ms; 1ms to 10s; START; 0.1.0;"
                        + " The longest one decision may wait for Redis.");
    }
}
