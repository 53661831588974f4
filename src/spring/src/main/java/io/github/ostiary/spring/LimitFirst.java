package io.github.ostiary.spring;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * The limit's place in a proxy: in front of what has been put before it since, as {@code @Async} puts itself, so that a call
 * is decided on the thread of its caller.
 */
final class LimitFirst implements BeanPostProcessor {

    private final Advisor limit;

    LimitFirst(Advisor limit) {
        this.limit = limit;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof Advised advised && !advised.isFrozen() && advised.indexOf(limit) > 0) {
            advised.removeAdvisor(limit);
            advised.addAdvisor(0, limit);
        }
        return bean;
    }
}
