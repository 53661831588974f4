package io.github.ostiary.spring;

import io.github.ostiary.setup.GuardHealth;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of the guard's part in the health of an application.
 *
 * @hidden
 */
@AutoConfiguration(after = GuardBeansAutoConfiguration.class)
@ConditionalOnBean(SpringGuard.class)
@ConditionalOnProperty(name = "ostiary.enabled", matchIfMissing = true)
public class HealthAutoConfiguration {

    static final String CONTRIBUTOR = "ostiaryHealthContributor";

    private static final String OF_BOOT_4 = "org.springframework.boot.health.contributor.HealthIndicator";

    /** A configuration that Spring makes. */
    public HealthAutoConfiguration() {}

    /** Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnMissingClass(OF_BOOT_4)
    @ConditionalOnEnabledHealthIndicator(GuardHealth.NAME)
    static class OfBoot3 {

        @Bean(CONTRIBUTOR)
        GuardHealthIndicator contributor(SpringGuard guard) {
            return new GuardHealthIndicator(guard);
        }
    }

    /** Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = OF_BOOT_4)
    @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(GuardHealth.NAME)
    static class OfBoot4 {

        @Bean(CONTRIBUTOR)
        GuardHealthContributor contributor(SpringGuard guard) {
            return new GuardHealthContributor(guard);
        }
    }
}
