package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** The way to an application's guard from its beans, on any thread: a bean, else that of the server. Thread-safe. */
final class GuardLookup implements Supplier<Guard> {

    private final BeanFactory beans;
    private volatile @Nullable Guard found;

    GuardLookup(BeanFactory beans) {
        this.beans = beans;
    }

    /**
     * The guard, the same each time.
     *
     * @throws IllegalStateException if there is none
     */
    @Override
    public Guard get() {
        Guard known = found;
        if (known == null) {
            known = find();
            found = known;
        }
        return known;
    }

    private Guard find() {
        Guard bean = beans.getBeanProvider(Guard.class).getIfUnique();
        return bean == null ? beans.getBean(SpringGuard.class).get() : LateBean.behind(bean);
    }
}
