package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import redis.embedded.core.ExecutableProvider;

/** Finds a redis-server to run: the one on the PATH, else the one inside embedded-redis. */
final class RedisBinary {

    static final String PATH = find();

    private RedisBinary() {}

    private static String find() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> new File(directory, "redis-server"))
                .filter(File::canExecute)
                .findFirst()
                .orElseGet(RedisBinary::embedded)
                .getPath();
    }

    private static File embedded() {
        try {
            return ExecutableProvider.newJarResourceProvider().get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
