package io.github.ostiary.spring;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The beginning of Spring in a WAR without Spring Boot: its loader of contexts finds this class by a parameter of the
 * servlet context, which the guard sets.
 *
 * @hidden
 */
public final class SecurityInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** An initializer that Spring makes. */
    public SecurityInitializer() {}

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.addBeanFactoryPostProcessor(beans -> beans.addBeanPostProcessor(new GuardedManagers(context)));
    }
}
