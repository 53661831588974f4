package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.operator.OperatorApi;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configuration of what beans ask: the guard, and what {@code @ByRule} names; and of beans that the guard asks.
 *
 * @hidden
 */
@AutoConfiguration
@Conditional(KnownBoot.Told.class)
public class GuardBeansAutoConfiguration {

    /** A configuration that Spring makes. */
    public GuardBeansAutoConfiguration() {}

    /**
     * Knows the guard.
     *
     * @param application whose guard it is
     * @return ends with the application
     */
    @Bean
    SpringGuard ostiarySpringGuard(ConfigurableApplicationContext application) {
        return new SpringGuard(application);
    }

    /**
     * The guard to inject.
     *
     * @param guard knows it
     * @return asks it at each call
     */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean(Guard.class)
    Guard ostiaryGuard(SpringGuard guard) {
        return LateBean.of(
                Guard.class, "the guard of this application", guard::get, Entrance.class, OperatorApi.Owner.class);
    }

    /**
     * Declares a bean for each rule.
     *
     * @return works before there are beans
     */
    @Bean
    static RuleBeans ostiaryRuleBeans() {
        return new RuleBeans();
    }

    /**
     * Lets beans hear of denials and locks.
     *
     * @param guard raises the events
     * @param listeners hear them
     * @return listens when all beans are made
     */
    @Bean
    ListenerBeans ostiaryListenerBeans(SpringGuard guard, ObjectProvider<GuardListener> listeners) {
        return new ListenerBeans(guard, listeners);
    }
}
