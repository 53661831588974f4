package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The programs of {@code src/proofs/servers/embedded}: a server each, a servlet, a filter that signs in, and our one call. */
public enum EmbeddedServer {
    TOMCAT("EmbeddedTomcat"),
    JETTY("EmbeddedJetty"),
    UNDERTOW("EmbeddedUndertow");

    private static final Path SOURCES = Path.of("src", "proofs", "servers", "embedded");

    private final String main;

    EmbeddedServer(String main) {
        this.main = main;
    }

    /** Starts it with an {@code ostiary.properties} on its class path, with none for an empty text. */
    public ServerProcess run(String properties) {
        return ServerProcess.start(
                List.of(
                        ServerProcess.java(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath(properties),
                        main),
                Map.of());
    }

    private String classPath(String properties) {
        String name = name().toLowerCase(Locale.ROOT);
        Path server = Path.of("target", "servers", "spring-boot-" + name);
        Path jar = Path.of(System.getProperty("ostiary.jar"));
        Path runtime = Path.of("target", "runtime");
        Path classes = Path.of("target", "embedded", properties.isEmpty() ? name + "-bare" : name);
        try {
            Files.createDirectories(classes);
            Sources.compile(List.of(SOURCES, SOURCES.resolve(name)), List.of(server, jar, runtime), classes);
            if (!properties.isEmpty()) {
                Files.writeString(classes.resolve("ostiary.properties"), properties);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Stream.of(classes.toString(), jar.toString(), runtime + "/*", server + "/*")
                .collect(Collectors.joining(File.pathSeparator));
    }
}
