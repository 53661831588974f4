package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The comments on the constants of the catalogues: what each key means. */
final class KeySentences {

    private static final Path SOURCES =
            Path.of("src", "core", "src", "main", "java", "io", "github", "ostiary", "config");

    /** Between quotation marks, or that of an algorithm's parameter. */
    private static final Pattern NAME =
            Pattern.compile("key\\(\\s*(?:\"([^\"]+)\"|Parameter\\.(\\w+)\\.configName\\(\\))");

    private static final Pattern DECLARED =
            Pattern.compile("/\\*\\* ([^*]+) \\*/\\s+(?:public )?static final ConfigKey<[^=]+> \\w+ =([^;]+);");

    private static final Map<RuleVocabulary, List<String>> CATALOGUES = Map.of(
            RuleVocabulary.LIMIT, List.of("LimitKeys", "RuleKeys"),
            RuleVocabulary.CONCURRENCY, List.of("ConcurrencyKeys", "RuleKeys"),
            RuleVocabulary.LOCKOUT, List.of("LockoutKeys", "RuleKeys"),
            RuleVocabulary.ALLOW, List.of("AccessKeys", "RuleKeys"),
            RuleVocabulary.BLOCK, List.of("AccessKeys", "RuleKeys"),
            RuleVocabulary.SIGNIN, List.of("SignInKeys", "LockoutKeys", "RuleKeys"));

    private final Map<String, String> sentences = new HashMap<>();

    private KeySentences() {}

    static KeySentences read() throws IOException {
        KeySentences read = new KeySentences();
        for (Path source : catalogues()) {
            DECLARED.matcher(Files.readString(source)).results().forEach(key -> {
                Matcher name = NAME.matcher(key.group(2));
                assertThat(name.find()).as(key.group()).isTrue();
                String literal = name.group(1) == null ? name.group(2).toLowerCase(Locale.ROOT) : name.group(1);
                read.sentences.put(source.getFileName() + " " + literal, key.group(1));
            });
        }
        return read;
    }

    /** How many keys the sources declare. */
    static int declared() throws IOException {
        int declared = 0;
        for (Path source : catalogues()) {
            declared += Files.readString(source).split("static final ConfigKey<", -1).length - 1;
        }
        return declared;
    }

    private static List<Path> catalogues() throws IOException {
        try (Stream<Path> sources = Files.list(SOURCES)) {
            return sources.filter(file -> file.toString().endsWith("Keys.java")).toList();
        }
    }

    Collection<String> all() {
        return sentences.values();
    }

    /** What is said of a key where it is declared. */
    String of(String catalogue, ConfigKey<?> key) {
        return sentences.get(catalogue + ".java " + key.name());
    }

    /** What is said of a key of a kind of rules: in its catalogue, or in one that several share. */
    String of(RuleVocabulary kind, ConfigKey<?> key) {
        for (String catalogue : CATALOGUES.get(kind)) {
            String sentence = of(catalogue, key);
            if (sentence != null) {
                return sentence;
            }
        }
        assertThat(SignInKeys.PARTS.containsValue(key)).as(key.name()).isTrue();
        return "Whether this one of its rules is made.";
    }
}
