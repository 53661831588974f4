package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In front of the application's own filters nobody has signed in, unless the container does that. */
class WebXmlTest {

    private static final String LOGIN =
            "<web-app><login-config><auth-method>BASIC</auth-method></login-config></web-app>";

    @ParameterizedTest
    @CsvSource({
        "principal, /*, first, , true",
        "principal, /*, first, <web-app/>, true",
        "principal+host, /*, first, <web-app/>, true",
        "'ip, principal', /*, first, <web-app/>, true",
        "principal, /*, last, <web-app/>, false",
        "principal, , , <web-app/>, false",
        "principal | ip, /*, first, <web-app/>, false",
        "'', /*, first, <web-app/>, false",
        "ip, /*, first, <web-app/>, false",
    })
    void aKeyOfSignedInCallersIsWarnedOf(
            String key, @Nullable String path, @Nullable String position, @Nullable String descriptor, boolean warned) {
        assertThat(warns(key, path, position, descriptor)).isEqualTo(warned);
    }

    @Test
    void whereTheContainerSignsInNobodyIsWarned() {
        assertThat(warns("principal", "/*", "first", LOGIN)).isFalse();
    }

    @Test
    void plainJavaIsNoWebApplication() {
        try (LogLines log = LogLines.of("io.github.ostiary")) {
            GuardBuilder.create()
                    .limit("a", "5/1m")
                    .property("limit.a.path", "/*")
                    .property("limit.a.key", "principal")
                    .build()
                    .close();
            assertThat(log.warnings()).isEmpty();
        }
    }

    private static boolean warns(
            String key, @Nullable String path, @Nullable String position, @Nullable String descriptor) {
        Map<String, String> params = new HashMap<>(Map.of("limit.a.rate", "5/1m"));
        put("limit.a.key", key, params);
        put("limit.a.path", path, params);
        put("limit.a.position", position, params);
        ConfigFiles files = ConfigFiles.ofWar(
                WebXmlTest.class.getClassLoader(), file -> file.equals("/WEB-INF/web.xml") ? stream(descriptor) : null);
        Problems problems = new Problems();
        try (LogLines log = LogLines.of("io.github.ostiary.config")) {
            ConfigReader.read(
                    ConfigSources.ofWar(files, "/WEB-INF/ostiary.properties", "/shop", params, Map.of(), Map.of()),
                    Given.EVERY_CLASS,
                    problems);
            assertThat(problems.sentences()).isEmpty();
            return log.warnings().stream()
                    .anyMatch(line -> line.startsWith("limit.a counts " + key)
                            && line.contains("limit.a.position=last")
                            && line.contains("limit.a.key=" + key + " | ip"));
        }
    }

    private static void put(String name, @Nullable String value, Map<String, String> params) {
        if (value != null && !value.isEmpty()) {
            params.put(name, value);
        }
    }

    private static @Nullable InputStream stream(@Nullable String text) {
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
