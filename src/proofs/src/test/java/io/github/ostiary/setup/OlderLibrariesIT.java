package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.testing.Modules;
import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
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
        List<URL> jars = new ArrayList<>();
        jars.add(Modules.CLASSES.toUri().toURL());
        for (Path classes : Modules.all("target/test-classes")) {
            jars.add(classes.toUri().toURL());
        }
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

    private static void use(ClassLoader loader, String redis, String prefix) throws ReflectiveOperationException {
        loader.loadClass(OlderLibraryUse.class.getName())
                .getMethod("run", String.class, String.class)
                .invoke(null, redis, prefix);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine-3.1", "caffeine-3.1.5", "caffeine-3.1.8", "caffeine-3.2"})
    void anOlderCaffeineKeepsCountersAndWhatTheStoreSaid(String caffeine) throws Exception {
        ClassLoader loader = with(server(caffeine));
        use(loader, "", caffeine);
        Class<?> times = loader.loadClass("io.github.ostiary.TimeSource");
        assertThat(loader.loadClass("io.github.ostiary.local.LocalDenialCache")
                        .getConstructor(long.class, times)
                        .newInstance(100L, times.getMethod("system").invoke(null)))
                .isNotNull();
    }

    @Test
    void anOldJedisIsAWrongConfigurationThatNamesBoth() throws Exception {
        Object builder = builder(with(server("jedis-4"), server("caffeine-3.1.8")));
        Class<?> type = builder.getClass();
        type.getMethod("property", String.class, String.class).invoke(builder, "redis.uri", "redis://127.0.0.1:1");
        assertThatThrownBy(() -> type.getMethod("build").invoke(builder))
                .cause()
                .hasMessageContainingAll(
                        "redis.uri is set but jedis-4.3.2.jar is not a Jedis that Ostiary works with",
                        "set redis.clients:jedis:8.0.2");
    }

    /** Those that Spring Boot 3.2, 3.4, 3.5 and 4.0 manage. */
    @ParameterizedTest
    @ValueSource(strings = {"jedis-5.0", "jedis-5.2", "jedis-6", "jedis-7"})
    void anOlderJedisCountsInRedis(String jedis) throws Exception {
        ClassLoader loader = with(server(jedis), server("caffeine-3.1.8"));
        assertThat(loader.getResource("redis/clients/jedis/Jedis.class"))
                .asString()
                .contains("/" + jedis + "/");
        use(loader, RedisServer.shared().uri(), jedis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caffeine-3.1", "caffeine-3.1.5", "caffeine-3.1.8", "caffeine-3.2"})
    void ourJedisWorksBesideAnOlderCaffeine(String caffeine) throws Exception {
        ClassLoader loader = with(server(caffeine), Path.of("target", "runtime"));
        assertThat(loader.getResource("com/github/benmanes/caffeine/cache/Caffeine.class"))
                .asString()
                .contains("/" + caffeine + "/");
        use(loader, RedisServer.shared().uri(), caffeine);
    }
}
