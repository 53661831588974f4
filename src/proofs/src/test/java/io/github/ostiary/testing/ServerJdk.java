package io.github.ostiary.testing;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** The JDK that downloaded servers run on: {@code -Dservers.java=/path/to/jdk}, else the one that runs this. */
public final class ServerJdk {

    private ServerJdk() {}

    /** Its folder, if it was named. */
    public static Optional<Path> named() {
        String named = System.getProperty("servers.java", "");
        return named.isBlank() ? Optional.empty() : Optional.of(Path.of(named));
    }

    /** Its folder. */
    public static Path home() {
        return named().orElse(Path.of(System.getProperty("java.home")));
    }

    /** Its {@code java}. */
    public static String java() {
        return home().resolve("bin").resolve("java").toString();
    }

    /** Its version, such as 21. */
    public static int feature() {
        return named().map(ServerJdk::release).orElseGet(Runtime::version).feature();
    }

    /** As each JDK tells it in a file. */
    private static Runtime.Version release(Path jdk) {
        Properties release = new Properties();
        try (Reader file = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Runtime.Version.parse(release.getProperty("JAVA_VERSION").replace("\"", ""));
    }
}
