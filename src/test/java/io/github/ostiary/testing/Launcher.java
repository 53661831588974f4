package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The program that starts a server, compiled when this JVM first starts that server: run as a source file it would be
 * compiled by every start, for a third of what the start costs.
 *
 * @param classPath its class, and the server's jars
 * @param main its class
 */
record Launcher(String classPath, String main) {

    private static final Map<String, Launcher> COMPILED = new ConcurrentHashMap<>();

    /** That of a server; thread-safe. */
    static Launcher of(ServerLayout server) {
        return COMPILED.computeIfAbsent(server.folder(), any -> compiled(server.launcher(), server.jars()));
    }

    private static Launcher compiled(Path source, Path jars) {
        try {
            Path launchers = Files.createDirectories(Path.of("target", "servers", "launchers"));
            // Other JVMs compile it at the same time.
            Path classes = Files.createTempDirectory(launchers.toAbsolutePath(), "classes");
            Sources.compile(List.of(source), List.of(jars), classes);
            String file = source.getFileName().toString();
            return new Launcher(
                    classes + File.pathSeparator + jars + "/*", file.substring(0, file.length() - ".java".length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
