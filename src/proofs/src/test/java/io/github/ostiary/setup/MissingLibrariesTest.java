package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The thin jar without what it needs says so, and says what to add. */
class MissingLibrariesTest {

    @Test
    void withoutCaffeine() throws Exception {
        try (URLClassLoader loader = without("caffeine")) {
            assertThatThrownBy(() -> build(loader, "limit.a.rate", "5/1m"))
                    .hasMessageContaining("caffeine is not on the class path")
                    .hasMessageContaining("com.github.ben-manes.caffeine:caffeine:");
        }
    }

    @Test
    void withoutJedis() throws Throwable {
        try (URLClassLoader loader = without("jedis")) {
            assertThat(build(loader, "limit.a.rate", "5/1m")).isNotNull();
            assertThatThrownBy(() -> build(loader, "redis.uri", "redis://localhost:1"))
                    .hasMessageContaining("redis.uri is set but jedis is not on the class path")
                    .hasMessageContaining("redis.clients:jedis:");
        }
    }

    @Test
    void withoutWhatShowsFigures() throws Throwable {
        try (URLClassLoader loader = without("micrometer", "microprofile-metrics", "opentelemetry")) {
            assertThat(build(loader, "metrics", "auto")).isNotNull();
            assertThat(build(loader, "metrics", "jmx")).isNotNull();
            assertThatThrownBy(() -> build(loader, "metrics", "micrometer, microprofile, opentelemetry"))
                    .hasMessageContaining("metrics: Micrometer is not on the class path")
                    .hasMessageContaining("io.micrometer:micrometer-core")
                    .hasMessageContaining("metrics: MicroProfile Metrics is not on the class path")
                    .hasMessageContaining("metrics: OpenTelemetry is not on the class path")
                    .hasMessageContaining("or remove it from the list");
            assertThatThrownBy(() -> build(loader, "audit.format", "opentelemetry"))
                    .hasMessageContaining("audit.format: OpenTelemetry is not on the class path")
                    .hasMessageContaining("add io.opentelemetry:opentelemetry-api of 1.50 or newer, or write json");
        }
    }

    /** Modules are found by the names of classes; without one, whatever does not ask for it goes on. */
    @Test
    void withoutTheModuleOfRedis() throws Throwable {
        try (URLClassLoader loader = withoutParts("redis", "tier")) {
            assertThat(build(loader, "limit.a.rate", "5/1m")).isNotNull();
            assertThatThrownBy(() -> build(loader, "redis.uri", "redis://localhost:1"))
                    .hasMessageContaining("redis.uri is set, but io.github.ostiary.tier.RedisTiers is not in this jar")
                    .hasMessageContaining("store=local");
        }
    }

    private static final String[] OF_OPERATORS = {"book", "watch", "trial", "operate", "metrics", "command", "console"};

    @Test
    void withoutTheModuleOfOperators() throws Throwable {
        try (URLClassLoader loader = withoutParts(OF_OPERATORS)) {
            for (String quiet : List.of("metrics=auto", "explain.keep=0", "reload=off", "limit.a.rate=1/1h")) {
                assertThat(build(loader, quiet.split("=")[0], quiet.split("=")[1]))
                        .isNotNull();
            }
            for (String wanted : List.of(
                    "metrics=jmx",
                    "operators.jmx=true",
                    "explain.keep=2h",
                    "explain.max=200",
                    "audit.keep=2h",
                    "audit.format=json",
                    "audit.identities=plain",
                    "audit.attempts=true",
                    "reload=1s")) {
                String key = wanted.split("=")[0];
                assertThatThrownBy(() -> build(loader, key, wanted.split("=")[1]))
                        .hasMessageContaining(key + ": io.github.ostiary.book.OperatorBooks is not in this jar")
                        .hasMessageContaining("Use io.github.ostiary:ostiary as it is");
            }
        }
    }

    private static String build(ClassLoader loader, String key, String value) throws Throwable {
        Class<?> type = loader.loadClass(GuardBuilder.class.getName());
        Object builder = type.getMethod("create").invoke(null);
        Object given = type.getMethod("property", String.class, String.class).invoke(builder, key, value);
        try (AutoCloseable guard = (AutoCloseable) type.getMethod("build").invoke(given)) {
            return guard.toString();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static URLClassLoader without(String... libraries) throws MalformedURLException {
        return new URLClassLoader(urls(libraries), ClassLoader.getPlatformClassLoader());
    }

    private static URLClassLoader withoutParts(String... parts) throws MalformedURLException {
        return new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (Stream.of(parts).anyMatch(part -> name.startsWith("io.github.ostiary." + part + "."))) {
                    throw new ClassNotFoundException(name);
                }
                return super.findClass(name);
            }
        };
    }

    private static URL[] urls(String... libraries) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        urls.add(Guard.class.getProtectionDomain().getCodeSource().getLocation());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(entry).getFileName().toString();
            if (name.endsWith(".jar")
                    && Stream.of(libraries).noneMatch(name::startsWith)
                    && !name.startsWith("surefire")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
