package io.github.ostiary.spring;

import io.github.ostiary.setup.GuardHealth;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The guard's word to the health endpoint of Spring Boot 3. */
final class GuardHealthIndicator implements HealthIndicator {

    private final SpringGuard guard;

    GuardHealthIndicator(SpringGuard guard) {
        this.guard = guard;
    }

    @Override
    public Health health() {
        return Health.up().withDetails(GuardHealth.of(guard.running())).build();
    }
}
