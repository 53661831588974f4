package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The program that starts a server. It is compiled once for all JVMs of a build: run as a source file it would be compiled by
 * every start, for a third of what the start costs. A server that is started often has an archive of its loaded classes,
 * which saves a fifth.
 *
 * @param command what runs it, before its arguments
 */
record Launcher(List<String> command) {

    private static final Map<String, Launcher> MADE = new ConcurrentHashMap<>();
    private static final List<String> FLAGS = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** That of a server; thread-safe. */
    static Launcher of(ServerLayout server) {
        return MADE.computeIfAbsent(server.folder(), any -> made(server));
    }

    /** The command that starts the server with these system properties. */
    List<String> with(Map<String, String> properties) {
        List<String> all = new ArrayList<>(command.subList(0, 1));
        properties.forEach((name, value) -> all.add("-D" + name + "=" + value));
        all.addAll(command.subList(1, command.size()));
        return all;
    }

    private static Launcher made(ServerLayout server) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "servers", "launchers"))
                    .toAbsolutePath();
            // Other JVMs wait until the first has made it.
            try (FileChannel lock = FileChannel.open(
                    folder.resolve(server.folder() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                return made(server, folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Launcher made(ServerLayout server, Path folder) throws IOException {
        Path source = server.launcher();
        Path jar = folder.resolve(server.folder() + ".jar");
        Path archive = folder.resolve(server.folder() + ".jsa");
        String file = source.getFileName().toString();
        String main = file.substring(0, file.length() - ".java".length());
        List<String> run = List.of("-cp", jar + File.pathSeparator + server.jars() + "/*", main);
        if (!Files.exists(jar) || Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(source)) < 0) {
            Files.deleteIfExists(archive);
            Path classes = Files.createTempDirectory(folder, "classes");
            Sources.compile(List.of(source), List.of(server.jars()), classes);
            pack(classes, jar);
            if (server instanceof ServerKind) {
                archive(server, run, archive);
            }
        }
        // Where the archive does not fit, the JVM goes on without it.
        return new Launcher(
                Files.exists(archive) ? java("-XX:SharedArchiveFile=" + archive, run) : java("-Xshare:auto", run));
    }

    private static List<String> java(String sharing, List<String> run) {
        return Stream.of(List.of(ServerProcess.java()), FLAGS, List.of(sharing), run)
                .flatMap(List::stream)
                .toList();
    }

    /** Archives hold what comes from jars, and nothing from folders. */
    private static void pack(Path classes, Path jar) throws IOException {
        Path packed = Files.createTempFile(jar.getParent(), "", ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(packed));
                Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                out.putNextEntry(new JarEntry(file.getFileName().toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        // Servers may be running by the one before.
        Files.move(packed, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Starts the server with an application that needs much of the JDK, and ends it at once. */
    private static void archive(ServerLayout server, List<String> run, Path archive) throws IOException {
        Path war = WarBuilder.war("archived-" + server.folder())
                .thinJar()
                .cdi(server)
                .properties("limit.all.rate=1000/1h")
                .build()
                .toAbsolutePath();
        Path made = war.resolveSibling(war.getFileName() + ".jsa");
        Files.deleteIfExists(made);
        List<String> command = new ArrayList<>(java("-XX:ArchiveClassesAtExit=" + made, run));
        command.addAll(List.of("/archived", war.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        archive.resolveSibling(archive.getFileName() + ".log").toFile())
                .start();
        try (OutputStream input = process.getOutputStream()) {
            input.flush();
        }
        Await.until(() -> !process.isAlive(), ServerProcess.BOUND);
        if (process.exitValue() == 0 && Files.exists(made)) {
            Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
