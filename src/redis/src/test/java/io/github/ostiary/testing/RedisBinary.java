package io.github.ostiary.testing;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;

/**
 * The redis-server that tests run: the one inside embedded-redis, the same on every machine; or, with the system property
 * {@code redis.binary=path}, the one on the PATH; or, with a file there, such as {@code /usr/bin/valkey-server}, that one;
 * or, with {@code redis.binary=none}, no server: a test that needs one is aborted, as mutation testing wants it.
 */
final class RedisBinary {

    private static final List<String> CHOICES = List.of("embedded", "path", "none");

    private RedisBinary() {}

    /** Whether this run is for the server on the PATH, or for one that its user named. */
    static boolean fromOutside() {
        return choice().equals("path") || isFile();
    }

    private static boolean isFile() {
        return choice().contains("/");
    }

    private static String choice() {
        String choice = System.getProperty("redis.binary", "embedded");
        if (choice.contains("/") ? !Files.isExecutable(Path.of(choice)) : !CHOICES.contains(choice)) {
            throw new IllegalStateException(
                    "redis.binary=" + choice + ": write one of " + CHOICES + ", or the path of a redis-server");
        }
        return choice;
    }

    /** The server of a run for one from outside, if there is one. */
    static Optional<String> outside() {
        return isFile() ? Optional.of(choice()) : OnPath.program("redis-server").map(Path::toString);
    }

    static String path() {
        assumeFalse(choice().equals("none"), "redis.binary=none");
        return Chosen.PATH;
    }

    private static final class Chosen {
        static final String PATH = fromOutside() ? outside().orElseThrow() : embedded();
    }

    private static String embedded() {
        try {
            return ExecutableProvider.newJarResourceProvider().get().getPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
