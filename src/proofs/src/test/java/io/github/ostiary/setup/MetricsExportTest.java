package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.testing.SteppedClock;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In whose name figures are shown; without which libraries is in {@link MissingLibrariesTest}. */
class MetricsExportTest {

    private final SteppedClock clock = new SteppedClock();
    private final List<ClassLoader> loaders = new ArrayList<>();

    /** Open Liberty asks the thread's class loader what application a new figure is of, and fails where there is none. */
    @Test
    void whatIsNewLaterIsShownInTheApplicationsName() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.config()
                .onMeterAdded(meter -> loaders.add(Thread.currentThread().getContextClassLoader()));
        Metrics.addRegistry(registry);
        Map<String, String> properties = Map.of(
                "metrics", "micrometer",
                "redis.uri", "redis://127.0.0.1:1",
                "lockout.login.steps", "1/1d lock 1d",
                "lockout.login.wait", "0ms");
        try (Guard guard = SimulatedGuards.open(properties, clock.of(0, true), new LocalStore(100, clock.of(0)))) {
            loaders.clear();
            guard.lockouts("login").begin(Key.of("grace"));
            guard.lockouts("login").begin(Key.of("grace"));
            passWithoutALoader();
            assertThat(loaders)
                    .as("denied, since another attempt is looked at")
                    .containsExactly(SimulatedGuards.class.getClassLoader());
        } finally {
            Metrics.removeRegistry(registry);
        }
    }

    private void passWithoutALoader() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            clock.pass(6_000_000);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
