package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries that platforms manage in place of ours, each in a class loader of its own. */
class OlderLibrariesIT {

    private static ClassLoader with(Path... folders) throws IOException {
        List<URL> jars = new ArrayList<>(
                List.of(Path.of("target", "classes").toAbsolutePath().toUri().toURL()));
        for (Path folder : folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
                for (Path file : files) {
                    jars.add(file.toUri().toURL());
                }
            }
        }
        return new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static Path server(String folder) {
        return Path.of("target", "servers", folder);
    }

    private static Object builder(ClassLoader loader) throws ReflectiveOperationException {
        Object builder = loader.loadClass("io.github.ostiary.setup.GuardBuilder")
                .getMethod("create")
                .invoke(null);
        return builder.getClass().getMethod("limit", String.class, String.class).invoke(builder, "reply", "1/1m");
    }

    private static boolean allowed(ClassLoader loader, Object guard) throws ReflectiveOperationException {
        Class<?> keys = loader.loadClass("io.github.ostiary.Key");
        Object key = keys.getMethod("of", String.class).invoke(null, "user:1");
        Object limiter = loader.loadClass("io.github.ostiary.Guard")
                .getMethod("limiter", String.class)
                .invoke(guard, "reply");
        Method ask = loader.loadClass("io.github.ostiary.RateLimiter").getMethod("tryAcquire", keys);
        Object decision = ask.invoke(limiter, key);
        return (boolean) loader.loadClass("io.github.ostiary.Decision")
                .getMethod("allowed")
                .invoke(decision);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine-3.1", "caffeine-3.1.8"})
    void anOlderCaffeineKeepsCountersAndWhatTheStoreSaid(String caffeine) throws Exception {
        ClassLoader loader = with(server(caffeine));
        Object builder = builder(loader);
        try (AutoCloseable guard =
                (AutoCloseable) builder.getClass().getMethod("build").invoke(builder)) {
            assertThat(allowed(loader, guard)).isTrue();
            assertThat(allowed(loader, guard)).isFalse();
        }
        Class<?> times = loader.loadClass("io.github.ostiary.TimeSource");
        assertThat(loader.loadClass("io.github.ostiary.local.Witnesses")
                        .getConstructor(long.class, times)
                        .newInstance(100L, times.getMethod("system").invoke(null)))
                .isNotNull();
    }

    @Test
    void anOlderJedisIsAWrongConfigurationThatNamesBoth() throws Exception {
        Object builder = builder(with(server("jedis-6"), server("caffeine-3.1.8")));
        Class<?> type = builder.getClass();
        type.getMethod("property", String.class, String.class).invoke(builder, "redis.uri", "redis://127.0.0.1:1");
        assertThatThrownBy(() -> type.getMethod("build").invoke(builder))
                .cause()
                .hasMessageContainingAll(
                        "redis.uri is set but jedis-6.0.0.jar is not a Jedis that Ostiary works with",
                        "set redis.clients:jedis:8.0.2");
    }
}
