package io.github.ostiary.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;

/**
 * Auto-configuration of what Ostiary does in an application with Spring Security.
 *
 * @hidden
 */
@AutoConfiguration
@Conditional(KnownBoot.class)
@ConditionalOnClass(HttpSecurity.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class OstiarySecurityAutoConfiguration {

    /** A configuration that Spring makes. */
    public OstiarySecurityAutoConfiguration() {}

    /**
     * Guards the managers that are beans, before other beans are given them.
     *
     * @param application whose they are
     * @return sees all beans that are made
     */
    @Bean
    static GuardedManagers ostiaryGuardedManagers(ApplicationContext application) {
        return new GuardedManagers(application);
    }

    /**
     * Says what is not guarded.
     *
     * @param application whose filters are looked at
     * @return looks when all beans are there
     */
    @Bean
    UnguardedManagers ostiaryUnguardedManagers(ApplicationContext application) {
        return new UnguardedManagers(application);
    }
}
