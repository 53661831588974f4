package io.github.ostiary.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of a servlet application: a guard before all its filters, as {@code ostiary.*} of its properties says,
 * or {@code ostiary.properties} on its class path.
 *
 * @hidden
 */
@AutoConfiguration(after = GuardBeansAutoConfiguration.class)
@Conditional(KnownBoot.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class OstiaryAutoConfiguration {

    /** A configuration that Spring makes. */
    public OstiaryAutoConfiguration() {}

    /**
     * Installs the guard.
     *
     * @param guard learns of it
     * @param limited the beans that need one
     * @param environment says whether it is wanted
     * @return called by the server before the application's filters are registered
     */
    @Bean(SpringGuard.INSTALLER)
    GuardInstaller ostiaryGuardInstaller(
            SpringGuard guard, ObjectProvider<LimitedBeans> limited, Environment environment) {
        return new GuardInstaller(guard, limited, environment);
    }

    /**
     * Decides what MockMvc sends.
     *
     * @param guard that decides
     * @return before all other filters
     */
    @Bean
    @ConditionalOnProperty(name = "ostiary.enabled", matchIfMissing = true)
    MockFilter ostiaryMockFilter(SpringGuard guard) {
        return new MockFilter(guard, true);
    }

    /**
     * The same behind those that know who calls.
     *
     * @param guard that decides
     * @return behind all other filters
     */
    @Bean
    @ConditionalOnProperty(name = "ostiary.enabled", matchIfMissing = true)
    MockFilter ostiaryLastMockFilter(SpringGuard guard) {
        return new MockFilter(guard, false);
    }
}
