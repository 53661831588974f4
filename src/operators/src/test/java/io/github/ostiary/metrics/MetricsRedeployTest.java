package io.github.ostiary.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An application that showed its figures by all that outlives it leaves nothing there, and its class loader can go. */
class MetricsRedeployTest {

    /** Has classes of ours of its own, as an application has; all else is the server's. */
    private static final class Application extends ClassLoader {

        Application() {
            super(MetricsRedeployTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.github.ostiary.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                @Nullable Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        SimpleMeterRegistry shared = new SimpleMeterRegistry();
        Metrics.addRegistry(shared);
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                loaders.add(deployAndUndeploy(shared));
                assertThat(shared.getMeters()).isEmpty();
                assertThat(ManagementFactory.getPlatformMBeanServer()
                                .queryNames(new ObjectName("io.github.ostiary:*"), null))
                        .isEmpty();
            }
        } finally {
            Metrics.removeRegistry(shared);
        }
        Await.until(
                () -> {
                    System.gc();
                    return loaders.stream().allMatch(loader -> loader.get() == null);
                },
                Duration.ofSeconds(60));
    }

    private static WeakReference<ClassLoader> deployAndUndeploy(SimpleMeterRegistry shared) throws Exception {
        ClassLoader application = new Application();
        Class<?> builders = application.loadClass("io.github.ostiary.setup.GuardBuilder");
        Object builder = builders.getMethod("create").invoke(null);
        builders.getMethod("limit", String.class, String.class).invoke(builder, "r", "5/1m");
        builders.getMethod("property", String.class, String.class).invoke(builder, "metrics", "auto");
        try (AutoCloseable guard = (AutoCloseable) builders.getMethod("build").invoke(builder)) {
            assertThat(guard.getClass().getClassLoader()).isSameAs(application);
            assertThat(shared.find("ostiary.decisions").functionCounters()).isNotEmpty();
            assertThat(ManagementFactory.getPlatformMBeanServer()
                            .queryNames(new ObjectName("io.github.ostiary:type=Rule,*"), null))
                    .hasSize(1);
        }
        return new WeakReference<>(application);
    }
}
