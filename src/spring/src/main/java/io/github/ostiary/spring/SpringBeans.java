package io.github.ostiary.spring;

import io.github.ostiary.setup.ApplicationBeans;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The beans of an application, for what its configuration names by its class: known early, made when first needed. Thread-safe. */
final class SpringBeans implements ApplicationBeans.Beans {

    private final ConfigurableListableBeanFactory beans;
    private final Set<Class<?>> named = ConcurrentHashMap.newKeySet();

    SpringBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Optional<?> of(Class<?> type) {
        return Optional.ofNullable(beans.getBeanProvider(type).getIfUnique());
    }

    @Override
    public boolean has(Class<?> type) {
        named.add(type);
        return !names(type).isEmpty();
    }

    /** Whether the configuration has named a class by itself. */
    boolean isNamed(Class<?> type) {
        return named.contains(type);
    }

    /** The beans of a type; none is made. */
    List<String> names(Class<?> type) {
        return List.of(beans.getBeanNamesForType(type, true, false));
    }

    /** The beans that are meant where one is asked for: the primary one, if there is one. */
    List<String> preferred(Class<?> type) {
        List<String> names = names(type);
        List<String> primary = new ArrayList<>();
        for (String name : names) {
            if (beans.containsBeanDefinition(name)
                    && beans.getBeanDefinition(name).isPrimary()) {
                primary.add(name);
            }
        }
        return primary.size() == 1 ? primary : names;
    }
}
