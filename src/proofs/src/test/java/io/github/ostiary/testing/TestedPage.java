package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The tests that a page shows, run as a reader's are: by JUnit's launcher, in a JVM with our jar, the test kit and the reader's libraries. */
public final class TestedPage {

    private static final Path SERVERS = Path.of("target", "servers");
    private static final Path KIT = Path.of("src", "testkit", "target", "classes");
    private static final Path TEST_LIBRARIES = SERVERS.resolve("boot-tests-3.5");
    private static final Predicate<Path> OF_JUNIT = file -> file.getFileName()
            .toString()
            .matches("(?:junit|opentest4j|open-test-reporting|apiguardian|jspecify|caffeine)-.*");

    private TestedPage() {}

    /**
     * Runs them.
     *
     * @param name of its folder; must be unique among tests
     * @param files sources, and what is at the root of the class path, by their names
     * @param folders of servers, whose jars the tests need
     * @return what was written, with what has failed
     */
    public static String run(String name, Map<String, String> files, String... folders) {
        try {
            Path root = Path.of("target", "boot", name);
            Path sources = Files.createDirectories(root.resolve("sources"));
            Path classes = Files.createDirectories(root.resolve("classes"));
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path into = (file.getKey().endsWith(".java") ? sources : classes).resolve(file.getKey());
                Files.createDirectories(into.getParent());
                Files.writeString(into, file.getValue());
            }
            List<Path> jars = new ArrayList<>();
            for (String folder : folders) {
                jars.addAll(jars(SERVERS.resolve(folder), file -> true));
            }
            if (!folders[0].startsWith("boot-tests-")) {
                jars.addAll(jars(TEST_LIBRARIES, OF_JUNIT));
            }
            jars.addAll(List.of(ourJar(), KIT));
            Sources.compileWith(List.of(sources), jars, classes);
            return ServerProcess.startExpectingFailure(List.of(
                    ServerProcess.java(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classes + File.pathSeparator + Sources.joined(jars),
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--disable-ansi-colors",
                    "--scan-class-path=" + classes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path ourJar() {
        return Path.of(System.getProperty("ostiary.jar"));
    }

    private static List<Path> jars(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(wanted).toList();
        }
    }
}
