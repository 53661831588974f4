package io.github.ostiary.login;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.PassivationCapable;
import jakarta.enterprise.inject.spi.Prioritized;
import jakarta.interceptor.Interceptor;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The bean that a mechanism gets where it asks for its identity stores: ours, in front of theirs. */
final class IdentityStoreBean implements Bean<IdentityStoreHandler>, Prioritized, PassivationCapable {

    private final BeanManager beans;

    IdentityStoreBean(BeanManager beans) {
        this.beans = beans;
    }

    @Override
    public IdentityStoreHandler create(CreationalContext<IdentityStoreHandler> creation) {
        Set<Bean<?>> others = new HashSet<>(beans.getBeans(IdentityStoreHandler.class));
        others.removeIf(bean -> bean.getBeanClass() == GuardedIdentityStores.class);
        IdentityStoreHandler stores = reference(beans.resolve(others), IdentityStoreHandler.class, creation);
        HttpServletRequest request =
                reference(beans.resolve(beans.getBeans(HttpServletRequest.class)), HttpServletRequest.class, creation);
        return new GuardedIdentityStores(stores, () -> request);
    }

    private <T> T reference(Bean<?> bean, Class<T> type, CreationalContext<IdentityStoreHandler> creation) {
        return type.cast(beans.getReference(bean, type, creation));
    }

    @Override
    public void destroy(IdentityStoreHandler stores, CreationalContext<IdentityStoreHandler> creation) {
        creation.release();
    }

    @Override
    public Class<?> getBeanClass() {
        return GuardedIdentityStores.class;
    }

    @Override
    public Set<InjectionPoint> getInjectionPoints() {
        return Set.of();
    }

    @Override
    public Set<Type> getTypes() {
        return Set.of(IdentityStoreHandler.class, Object.class);
    }

    @Override
    public Set<Annotation> getQualifiers() {
        return Set.of(Default.Literal.INSTANCE, Any.Literal.INSTANCE);
    }

    @Override
    public Class<? extends Annotation> getScope() {
        return ApplicationScoped.class;
    }

    @Override
    public @Nullable String getName() {
        return null;
    }

    @Override
    public Set<Class<? extends Annotation>> getStereotypes() {
        return Set.of();
    }

    @Override
    public boolean isAlternative() {
        return true;
    }

    @Override
    public String getId() {
        return IdentityStoreBean.class.getName();
    }

    /** Behind whatever the application itself puts in front. */
    @Override
    public int getPriority() {
        return Interceptor.Priority.LIBRARY_BEFORE;
    }
}
