package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.interceptor.ByRule;
import io.github.ostiary.setup.ConfigPreview;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.QualifierAnnotationAutowireCandidateResolver;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A bean for each rule, named as the rule is in full: {@code limit.reply} is a {@link RateLimiter}. {@code @ByRule("reply")}
 * and {@code @Qualifier("limit.reply")} choose it. By itself Spring takes the first for a qualifier where jakarta.inject is.
 */
final class RuleBeans implements BeanDefinitionRegistryPostProcessor, ApplicationContextAware {

    private @Nullable ConfigurableApplicationContext application;

    @Override
    public void setApplicationContext(ApplicationContext context) {
        application = (ConfigurableApplicationContext) context;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        ConfigurableApplicationContext from = Objects.requireNonNull(application);
        SpringProperties said = new SpringProperties(from.getEnvironment());
        Set<String> rules = ConfigPreview.rules(new SpringApplicationView(from, said.found()));
        if (SpringGuard.isEnabled(from.getEnvironment()) && !rules.isEmpty()) {
            ConfigPreview.load(rules);
        }
        for (String rule : rules) {
            switch (rule.substring(0, rule.indexOf('.'))) {
                case "limit" -> declare(registry, from, rule, RateLimiter.class, Guard::limiter);
                case "lockout" -> declare(registry, from, rule, Lockouts.class, Guard::lockouts);
                case "concurrency" -> declare(registry, from, rule, Semaphores.class, Guard::semaphores);
                default -> {} // what allows or blocks cannot be asked
            }
        }
    }

    private static <T> void declare(
            BeanDefinitionRegistry registry,
            ApplicationContext from,
            String name,
            Class<T> type,
            BiFunction<Guard, String, T> find) {
        String rule = name.substring(name.indexOf('.') + 1);
        if (registry.containsBeanDefinition(name)) {
            return;
        }
        RootBeanDefinition bean = new RootBeanDefinition(type);
        bean.setInstanceSupplier(() -> LateBean.of(
                type, name, () -> find.apply(from.getBean(SpringGuard.class).get(), rule)));
        bean.addQualifier(new AutowireCandidateQualifier(ByRule.class, rule));
        registry.registerBeanDefinition(name, bean);
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        if (factory instanceof DefaultListableBeanFactory listable
                && listable.getAutowireCandidateResolver()
                        instanceof QualifierAnnotationAutowireCandidateResolver known) {
            known.addQualifierType(ByRule.class);
        }
    }
}
