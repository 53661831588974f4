package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import redis.embedded.core.ExecutableProvider;

/**
 * The redis-server that tests run: the one inside embedded-redis, the same on every machine; or, with the system property
 * {@code redis.binary=path}, the one on the PATH.
 */
final class RedisBinary {

    private RedisBinary() {}

    /** Whether this run is for the server on the PATH. */
    static boolean fromPath() {
        String choice = System.getProperty("redis.binary", "embedded");
        if (!choice.equals("embedded") && !choice.equals("path")) {
            throw new IllegalStateException("redis.binary=" + choice + ": write embedded or path");
        }
        return choice.equals("path");
    }

    /** The server on the PATH, if there is one. */
    static Optional<String> onPath() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> new File(directory, "redis-server"))
                .filter(File::canExecute)
                .findFirst()
                .map(File::getPath);
    }

    static String path() {
        return Chosen.PATH;
    }

    private static final class Chosen {
        static final String PATH = fromPath() ? onPath().orElseThrow() : embedded();
    }

    private static String embedded() {
        try {
            return ExecutableProvider.newJarResourceProvider().get().getPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
