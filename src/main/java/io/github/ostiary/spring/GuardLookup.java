package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.ServletContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.web.context.WebApplicationContext;

/** The way to an application's guard from its beans, on any thread: a bean, else that of the servlet context. Thread-safe. */
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
        return bean != null
                ? bean
                : OstiaryContext.guard(
                        beans.getBean(WebApplicationContext.SERVLET_CONTEXT_BEAN_NAME, ServletContext.class));
    }
}
