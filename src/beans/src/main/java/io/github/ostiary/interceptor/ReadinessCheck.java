package io.github.ostiary.interceptor;

import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardHealth;
import io.github.ostiary.text.Log;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The guard's word to MicroProfile Health: always up, since an application without its shared store goes on by failure
 * policies, and taking it out of service would not help; whether it does is said in the data. Thread-safe.
 */
@Readiness
final class ReadinessCheck implements HealthCheck {

    private static final System.Logger LOG = Log.of(ReadinessCheck.class);

    private final @Nullable ClassLoader application;

    @Inject
    ReadinessCheck(BeanManager manager) {
        this(application(manager));
    }

    /** A container that is Lite knows no such extensions, and one application. */
    private static @Nullable ClassLoader application(BeanManager manager) {
        try {
            return manager.getExtension(RateLimitExtension.class).application();
        } catch (UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "The application is that of every thread", e);
            return Thread.currentThread().getContextClassLoader();
        }
    }

    ReadinessCheck(@Nullable ClassLoader application) {
        this.application = application;
    }

    /** Adds it to the beans of the application that is being deployed: as a class, since Payara finds no other bean. */
    static void declare(BeforeBeanDiscovery event) {
        event.addAnnotatedType(ReadinessCheck.class, ReadinessCheck.class.getName());
    }

    @Override
    public HealthCheckResponse call() {
        Map<String, Object> data = GuardHealth.of(ApplicationGuards.of(application));
        return new HealthCheckResponse(GuardHealth.NAME, HealthCheckResponse.Status.UP, Optional.of(data));
    }
}
