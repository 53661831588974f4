package io.github.ostiary.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens what {@code config} names: {@code classpath:x}, an absolute path, or one relative to the WAR. */
@FunctionalInterface
public interface ConfigFiles {

    /**
     * Opens a file.
     *
     * @param location what {@code config} says
     * @return null if there is no such file; the caller closes it
     * @throws IOException if it is there and cannot be read
     * @throws java.nio.file.InvalidPathException if it cannot be a path
     */
    @Nullable
    InputStream open(String location) throws IOException;

    /** Paths below {@code /WEB-INF/} and relative ones are looked up in the WAR, other absolute ones on the disk. */
    static ConfigFiles ofWar(ClassLoader loader, Function<String, @Nullable InputStream> resources) {
        return location -> {
            if (location.startsWith("classpath:")) {
                return onClassPath(loader, location);
            }
            Path path = Path.of(location);
            boolean onDisk = path.isAbsolute() && !location.startsWith("/WEB-INF/");
            return onDisk ? onDisk(path) : resources.apply(location.startsWith("/") ? location : "/" + location);
        };
    }

    /** Relative paths start at the working directory. */
    static ConfigFiles ofJvm() {
        return location -> {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            return location.startsWith("classpath:")
                    ? onClassPath(context == null ? ClassLoader.getSystemClassLoader() : context, location)
                    : onDisk(Path.of(location));
        };
    }

    private static @Nullable InputStream onClassPath(ClassLoader loader, String location) {
        String name = location.substring("classpath:".length());
        return loader.getResourceAsStream(name.startsWith("/") ? name.substring(1) : name);
    }

    private static @Nullable InputStream onDisk(Path path) throws IOException {
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
