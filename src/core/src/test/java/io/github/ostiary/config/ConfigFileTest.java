package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "classpath:conf/o.properties, class-path",
        "classpath:/conf/o.properties, class-path",
        "/WEB-INF/other.properties, WAR",
        "WEB-INF/other.properties, WAR",
    })
    void named_in_a_war(String location, String found) throws IOException {
        assertThat(proxiesOf(location)).isEqualTo(found);
    }

    @Test
    void named_by_an_absolute_path() throws IOException {
        Path file = Files.writeString(dir.resolve("o.properties"), "forwardedHeader=disk");
        assertThat(proxiesOf(file.toString())).isEqualTo("disk");
    }

    @Test
    void named_in_plain_java() throws IOException {
        Path file = Files.writeString(dir.resolve("o.properties"), "forwardedHeader=disk");
        GuardConfig config =
                Given.read(ConfigSources.of(Map.of("config", file.toString(), "enforce", "false"), Map.of(), Map.of()));
        assertThat(config.global().get(GlobalKeys.FORWARDED_HEADER)).isEqualTo("disk");
        assertThat(config.global().get(GlobalKeys.ENFORCE)).isFalse();
        assertThat(config.global().keyPrefix()).isEqualTo("ostiary:java");
    }

    @Test
    void absent_by_default_is_no_problem() {
        assertThat(Given.nothing().problems()).isEmpty();
    }

    @Test
    void absent_though_named_is_a_problem() {
        assertThat(Given.nothing().env("OSTIARY_CONFIG", "/etc/o.properties").problems())
                .containsExactly("config=/etc/o.properties (environment variable OSTIARY_CONFIG): there is no such"
                        + " file; create it or remove config");
        assertThat(problems(ConfigSources.of(
                        Map.of("config", dir.resolve("none.properties").toString()), Map.of(), Map.of())))
                .containsExactly("config=" + dir.resolve("none.properties")
                        + ": there is no such file; create it or remove config");
    }

    @Test
    void unreadable_is_a_problem() {
        assertThat(problems(ConfigSources.of(Map.of("config", dir.toString()), Map.of(), Map.of())))
                .containsExactly("config=" + dir + ": the file cannot be read (IOException); check its permissions");
        assertThat(problems(ConfigSources.of(Map.of("config", "a\u0000b"), Map.of(), Map.of())))
                .containsExactly(
                        "config=a b: this is not a path; write an absolute one, classpath:NAME or one in the" + " WAR");
    }

    @Test
    void names_no_other_file() {
        assertThat(Given.file("config=/etc/o.properties").problems())
                .containsExactly("config=/etc/o.properties: a file cannot name another; set it as init-param, as"
                        + " ostiary.config or as OSTIARY_CONFIG");
    }

    @Test
    void is_utf_8_with_or_without_a_mark() {
        assertThat(Given.file("\uFEFFdeniedPage=/zürich").read().global().find(GlobalKeys.DENIED_PAGE))
                .contains("/zürich");
        assertThat(Given.nothing()
                        .file("/WEB-INF/ostiary.properties", "keyPrefix=zürich".getBytes(StandardCharsets.ISO_8859_1))
                        .problems())
                .containsExactly("config=/WEB-INF/ostiary.properties: the file is not UTF-8; save it as UTF-8");
    }

    @Test
    void with_a_broken_escape_is_a_problem() {
        assertThat(Given.file("deniedPage=C:\\users").problems())
                .containsExactly("config=/WEB-INF/ostiary.properties: the file has a \\u that four hex digits do not"
                        + " follow; write \\\\u");
    }

    @Test
    void duplicate_keys_are_problems_and_the_first_counts() {
        assertThat(Given.file("limit.api.rate=1/1m", "# comment", "limit.api.rate = bad", "limit.api.rate:1/1m")
                        .problems())
                .containsExactly(
                        "duplicate key 'limit.api.rate'; keep one of its lines",
                        "duplicate key 'limit.api.rate'; keep one of its lines");
    }

    @Test
    void comments_behind_values_are_problems() {
        assertThat(Given.file("expectedNodes=3 # three racks", "limit.api.rate=1/1m #slow", "deniedPage= # none")
                        .problems())
                .containsExactly(
                        "expectedNodes=3 # three racks: a value cannot end in a comment; put the comment on another line",
                        "limit.api.rate=1/1m #slow: a value cannot end in a comment; put the comment on another line",
                        "deniedPage=# none: a value cannot end in a comment; put the comment on another line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/page#part", "/a#"})
    void a_hash_within_a_value_is_no_comment(String page) {
        assertThat(Given.file("deniedPage=" + page).read().global().find(GlobalKeys.DENIED_PAGE))
                .contains(page);
    }

    private static List<String> problems(ConfigSources inputs) {
        return Given.problems(inputs);
    }

    private String proxiesOf(String location) throws IOException {
        Files.createDirectories(dir.resolve("conf"));
        Files.writeString(dir.resolve("conf/o.properties"), "forwardedHeader=class-path");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, null)) {
            return Given.read(war(loader, location)).global().get(GlobalKeys.FORWARDED_HEADER);
        }
    }

    private static ConfigSources war(ClassLoader loader, String config) {
        ConfigFiles files = ConfigFiles.ofWar(
                loader,
                path -> path.equals("/WEB-INF/other.properties")
                        ? new ByteArrayInputStream("forwardedHeader=WAR".getBytes(StandardCharsets.UTF_8))
                        : null);
        return ConfigSources.ofWar(
                files, "/WEB-INF/ostiary.properties", "/shop", Map.of("config", config), Map.of(), Map.of());
    }
}
