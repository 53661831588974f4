package io.github.ostiary.spring;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the guard's endpoint of the Actuator, where that is exposed.
 *
 * @hidden
 */
@AutoConfiguration(after = GuardBeansAutoConfiguration.class)
@ConditionalOnBean(SpringGuard.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnProperty(name = "ostiary.enabled", matchIfMissing = true)
public class EndpointAutoConfiguration {

    /** A configuration that Spring makes. */
    public EndpointAutoConfiguration() {}

    /**
     * Answers operators.
     *
     * @param guard that they ask
     * @return called by the Actuator
     */
    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = GuardEndpoint.class)
    GuardEndpoint ostiaryEndpoint(SpringGuard guard) {
        return new GuardEndpoint(guard);
    }
}
