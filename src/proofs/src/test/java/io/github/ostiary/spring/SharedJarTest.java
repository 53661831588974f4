package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Applications of Spring Boot that share this jar in a library of the server, which does not see their Spring, start. */
class SharedJarTest {

    private static final String METADATA = "META-INF/spring-autoconfigure-metadata.properties";
    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    /** Other jars have files of these names, too. */
    private static InputStream ours(String name) throws IOException {
        return new URL(Modules.CLASSES.toUri().toURL(), name).openStream();
    }

    /** Boot loads none of them where what it looks for first cannot be loaded. */
    @Test
    void every_auto_configuration_is_left_out_before_it_is_loaded() throws IOException {
        Properties known = new Properties();
        List<String> imports;
        try (InputStream metadata = ours(METADATA);
                InputStream list = ours(IMPORTS)) {
            known.load(metadata);
            imports = new String(list.readAllBytes(), UTF_8).lines().toList();
        }
        assertThat(imports).contains(OstiarySecurityAutoConfiguration.class.getName());
        assertThat(imports).allSatisfy(each -> assertThat(known.getProperty(each + ".ConditionalOnClass"))
                .contains(KnownBoot.class.getName()));
    }

    @Test
    void without_Spring_it_cannot_be_loaded() throws IOException {
        URL ours = Modules.CLASSES.toUri().toURL();
        try (URLClassLoader library = new URLClassLoader(new URL[] {ours}, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> Class.forName(KnownBoot.class.getName(), false, library))
                    .isInstanceOf(LinkageError.class);
        }
    }

    /** Of what is named there, Boot logs what it cannot load; Spring Security would not let the application start. */
    @Test
    void spring_is_told_of_nothing_that_it_must_load() throws IOException {
        Properties named = new Properties();
        try (InputStream factories = ours("META-INF/spring.factories")) {
            named.load(factories);
        }
        assertThat(named.stringPropertyNames()).containsExactly("org.springframework.boot.diagnostics.FailureAnalyzer");
    }
}
