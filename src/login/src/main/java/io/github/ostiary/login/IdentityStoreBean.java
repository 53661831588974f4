package io.github.ostiary.login;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
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
        IdentityStoreHandler stores = reference(IdentityStoreHandler.class, creation);
        HttpServletRequest request = reference(HttpServletRequest.class, creation);
        return new GuardedIdentityStores(stores, () -> request);
    }

    /**
     * The reference as this jar sees it, else as the application does: GlassFish shows a jar beside others not what its
     * own extensions add.
     */
    private <T> T reference(Class<T> type, CreationalContext<IdentityStoreHandler> creation) {
        Bean<?> bean = another(beans, type);
        if (bean != null) {
            return type.cast(beans.getReference(bean, type, creation));
        }
        BeanManager application = CDI.current().getBeanManager();
        Bean<?> seen = another(application, type);
        if (seen == null) {
            throw new IllegalStateException("login=container: no bean of " + type.getName() + " to guard");
        }
        return type.cast(application.getReference(seen, type, creation));
    }

    private static @Nullable Bean<?> another(BeanManager beans, Class<?> type) {
        Set<Bean<?>> others = new HashSet<>(beans.getBeans(type));
        others.removeIf(bean -> bean.getBeanClass() == GuardedIdentityStores.class);
        return others.isEmpty() ? null : beans.resolve(others);
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
