package io.github.ostiary.interceptor;

import io.github.ostiary.Guard;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.ApplicationGuards;
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
class ReadinessCheck implements HealthCheck {

    private static final String NAME = "ostiary";

    private final @Nullable ClassLoader application;

    @Inject
    ReadinessCheck(BeanManager manager) {
        this(manager.getExtension(RateLimitExtension.class).application());
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
        Map<String, Object> data = ApplicationGuards.of(application)
                .map(ReadinessCheck::data)
                .orElseGet(() -> Map.of("guard", "not started"));
        return new HealthCheckResponse(NAME, HealthCheckResponse.Status.UP, Optional.of(data));
    }

    private static Map<String, Object> data(Guard guard) {
        Optional<Figures.StoreFigures> store = OperatorApi.of(guard).figures().store();
        return Map.of(
                "store", store.isPresent() ? "shared" : "local",
                "degraded", store.map(Figures.StoreFigures::degraded).orElse(false),
                "unreachable", store.map(each -> (long) each.unreachable()).orElse(0L));
    }
}
