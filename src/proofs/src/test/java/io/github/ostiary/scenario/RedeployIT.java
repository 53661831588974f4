package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ten deployments and undeployments, with a caller who waits in each, leave no class loader and no thread behind. */
class RedeployIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    @Test
    void nothingIsLeftOfTenDeployments() throws Exception {
        URL jar = allJar().toUri().toURL();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (RedisServer redis = RedisServer.start()) {
            for (int i = 0; i < 10; i++) {
                loaders.add(deployAndUndeploy(jar, i % 2 == 0 ? redis.uri() : "redis://127.0.0.1:1"));
            }
        }
        Await.until(
                () -> {
                    System.gc();
                    return loaders.stream().allMatch(loader -> loader.get() == null);
                },
                BOUND);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("ostiary") || name.startsWith("commons-pool"));
    }

    private static WeakReference<ClassLoader> deployAndUndeploy(URL jar, String redis) throws Exception {
        AtomicInteger sentHome = new AtomicInteger();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        URLClassLoader loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class<?> builders = loader.loadClass("io.github.ostiary.setup.GuardBuilder");
            Object builder = builders.getMethod("create").invoke(null);
            builders.getMethod("redis", String.class).invoke(builder, redis);
            builders.getMethod("limit", String.class, String.class).invoke(builder, "r", "5/1m");
            Method property = builders.getMethod("property", String.class, String.class);
            property.invoke(builder, "metrics", "auto");
            property.invoke(builder, "concurrency.c.permits", "1");
            property.invoke(builder, "concurrency.c.key", "global");
            property.invoke(builder, "concurrency.c.wait", "60s");
            try (AutoCloseable guard =
                    (AutoCloseable) builders.getMethod("build").invoke(builder)) {
                assertThat(hit(loader, guard)).as("both stores decide").isTrue();
                enter(loader, guard, () -> {});
                enter(loader, guard, sentHome::incrementAndGet);
                assertThat(sentHome).as("the second waits").hasValue(0);
            }
            assertThat(sentHome).hasValue(1);
        } finally {
            Thread.currentThread().setContextClassLoader(context);
            loader.close();
        }
        return new WeakReference<>(loader);
    }

    private static boolean hit(ClassLoader loader, Object guard) throws Exception {
        Class<?> keys = loader.loadClass("io.github.ostiary.Key");
        Object key = keys.getMethod("of", String.class).invoke(null, "bob");
        Object limiter = loader.loadClass("io.github.ostiary.Guard")
                .getMethod("limiter", String.class)
                .invoke(guard, "r");
        Object decision = loader.loadClass("io.github.ostiary.RateLimiter")
                .getMethod("tryAcquire", keys)
                .invoke(limiter, key);
        Method limit = loader.loadClass("io.github.ostiary.Decision").getMethod("limit");
        return limit.invoke(decision).toString().equals("OptionalLong[5]");
    }

    private static void enter(ClassLoader loader, Object guard, Runnable whenReady) throws Exception {
        Class<?> calls = loader.loadClass("io.github.ostiary.CallContext");
        Object call = loader.loadClass("io.github.ostiary.rule.LimitSelection")
                .getField("NO_REQUEST")
                .get(null);
        Class<?> bodies = loader.loadClass("io.github.ostiary.edge.CallBody");
        Object body = Proxy.newProxyInstance(loader, new Class<?>[] {bodies}, (self, method, given) -> {
            if (method.getName().equals("waiting")) {
                given[0].getClass().getMethod("whenReady", Runnable.class).invoke(given[0], whenReady);
            } else {
                whenReady.run();
            }
            return null;
        });
        loader.loadClass("io.github.ostiary.edge.Entrance")
                .getMethod("call", Collection.class, calls, bodies)
                .invoke(guard, List.of("c"), call, body);
    }

    private static Path allJar() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.toString().endsWith("-all.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
