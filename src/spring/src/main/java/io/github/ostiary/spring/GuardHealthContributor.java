package io.github.ostiary.spring;

import io.github.ostiary.setup.GuardHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The guard's word to the health endpoint of Spring Boot 4, which has moved it to a module. */
final class GuardHealthContributor implements HealthIndicator {

    private final SpringGuard guard;

    GuardHealthContributor(SpringGuard guard) {
        this.guard = guard;
    }

    @Override
    public Health health() {
        return Health.up().withDetails(GuardHealth.of(guard.running())).build();
    }
}
