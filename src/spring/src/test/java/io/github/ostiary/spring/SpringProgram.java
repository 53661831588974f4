package io.github.ostiary.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A program of Spring Boot without a server, in this JVM. */
final class SpringProgram {

    private static final String NO_LOGGING = "org.springframework.boot.logging.LoggingSystem";

    private SpringProgram() {}

    /** With this jar's auto-configuration and no other's. */
    @Configuration
    @EnableAutoConfiguration
    static class Application {}

    /**
     * Starts it.
     *
     * @param folder where its {@code application.properties} are
     * @param properties what these say
     * @param arguments of the command line
     * @param beans further classes
     */
    static ConfigurableApplicationContext run(Path folder, String properties, String[] arguments, Class<?>... beans) {
        write(folder, "application.properties", properties);
        System.setProperty(NO_LOGGING, "none");
        try {
            return new SpringApplicationBuilder(Application.class)
                    .sources(beans)
                    .web(WebApplicationType.NONE)
                    .properties(
                            "spring.config.location=" + folder.toUri(),
                            "spring.main.banner-mode=off",
                            // Boot leaves its closed registry in the global one, where other tests of this JVM would
                            // count.
                            "management.metrics.use-global-registry=false")
                    .run(arguments);
        } finally {
            System.clearProperty(NO_LOGGING);
        }
    }

    static void write(Path folder, String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
