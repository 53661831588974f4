package io.github.ostiary.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of a servlet application: a guard before all its filters, as {@code ostiary.properties} on
 * its class path says.
 *
 * @hidden
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class OstiaryAutoConfiguration {

    /** For Spring. */
    public OstiaryAutoConfiguration() {}

    /**
     * Installs the guard.
     *
     * @return called by the server before the application's filters are registered
     */
    @Bean
    GuardInstaller ostiaryGuardInstaller() {
        return new GuardInstaller();
    }
}
