package io.github.ostiary.spring;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration of {@code @RateLimit} on Spring's beans, where an application has a guard.
 *
 * @hidden
 */
@AutoConfiguration(after = GuardBeansAutoConfiguration.class)
@ConditionalOnBean(SpringGuard.class)
@ConditionalOnProperty(name = "ostiary.enabled", matchIfMissing = true)
public class RateLimitAutoConfiguration {

    /** A configuration that Spring makes. */
    public RateLimitAutoConfiguration() {}

    /**
     * Makes proxies of beans, by subclasses unless the application wants interfaces.
     *
     * @param beans to find the guard in
     * @param environment says what the application wants
     * @return called for each bean
     */
    @Bean
    static LimitedBeans ostiaryLimitedBeans(BeanFactory beans, Environment environment) {
        SingletonSupplier<SpringGuard> guard = SingletonSupplier.of(() -> beans.getBean(SpringGuard.class));
        return new LimitedBeans(
                () -> guard.obtain().get(),
                environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
    }

    /**
     * Keeps the limit in front of what else stands before a method.
     *
     * @param limited has put it there
     * @return called for each bean, after all others that have an order
     */
    @Bean
    static LimitFirst ostiaryLimitFirst(LimitedBeans limited) {
        return new LimitFirst(limited.advisor());
    }
}
