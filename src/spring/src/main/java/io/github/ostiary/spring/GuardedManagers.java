package io.github.ostiary.spring;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestFilter;

/**
 * Puts the guard in front of every manager that is a bean, or that Spring Security makes: controllers sign in by them, and
 * {@code request.login} does. Other beans are given a proxy of the same class.
 */
final class GuardedManagers implements BeanPostProcessor {

    private final ApplicationContext application;

    /**
     * The managers of an application.
     *
     * @param application need not have begun
     */
    GuardedManagers(ApplicationContext application) {
        this.application = application;
    }

    /** Configures what {@code request.login} asks before a chain's own configurers; it may be no bean. */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof SecurityContextHolderAwareRequestFilter filter) {
            for (AuthenticationManager manager : managers(filter)) {
                if (!leadsToGuard(manager)) {
                    filter.setAuthenticationManager(
                            new GuardedManager(manager, SecurityConfigurer.realm(application), application));
                }
            }
        }
        return bean;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof HttpSecurity http) {
            configure(http);
        }
        return bean instanceof AuthenticationManager manager && !isGuarded(bean) ? guarded(manager, name) : bean;
    }

    /** Before the application configures it. */
    private static void configure(HttpSecurity http) {
        try {
            var unused = http.with(new SecurityConfigurer(), Customizer.withDefaults());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) { // until Spring Security 7 it declares any
            throw new IllegalStateException(e);
        }
    }

    /** Whether a manager asks the guard first. */
    static boolean isGuarded(Object bean) {
        return bean instanceof GuardedManager
                || bean instanceof GuardedProviders
                || (bean instanceof Advised advised
                        && Arrays.stream(advised.getAdvisors()).anyMatch(each -> each.getAdvice() instanceof Guarding));
    }

    /** One that only passes on to a guarded one, as for observations, is guarded. */
    static boolean leadsToGuard(AuthenticationManager manager) {
        if (isGuarded(manager)) {
            return true;
        }
        List<AuthenticationManager> behind = manager instanceof ProviderManager ? List.of() : managers(manager);
        return !behind.isEmpty() && behind.stream().allMatch(GuardedManagers::leadsToGuard);
    }

    /** The managers in the fields of an object. */
    static List<AuthenticationManager> managers(Object owner) {
        List<AuthenticationManager> found = new ArrayList<>();
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (AuthenticationManager.class.isAssignableFrom(field.getType())
                        && value(field, owner) instanceof AuthenticationManager manager
                        && manager != owner) {
                    found.add(manager);
                }
            }
        }
        return found;
    }

    private static @Nullable Object value(Field field, Object owner) {
        try {
            return field.trySetAccessible() ? field.get(owner) : null;
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** A guarded manager; what is made within another bean has a name that differs from node to node. */
    private AuthenticationManager guarded(AuthenticationManager manager, String name) {
        String realm = application.containsBean(name) ? name : "";
        if (manager.getClass() == ProviderManager.class) {
            return new GuardedProviders((ProviderManager) manager, new GuardedManager(manager, realm, application));
        }
        ProxyFactory proxies = new ProxyFactory(manager);
        proxies.setProxyTargetClass(isOpen(manager.getClass()));
        proxies.addAdvice(new Guarding(realm, application));
        return (AuthenticationManager) proxies.getProxy(manager.getClass().getClassLoader());
    }

    private static boolean isOpen(Class<?> type) {
        return !Modifier.isFinal(type.getModifiers()) && !type.isHidden();
    }

    /** Passes all calls on, and sign-ins through the guard. */
    private record Guarding(String realm, ApplicationContext application) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation call) throws Throwable {
            boolean signsIn = call.getMethod().getName().equals("authenticate")
                    && call.getArguments().length == 1
                    && call.getArguments()[0] instanceof Authentication;
            if (!signsIn) {
                return call.proceed();
            }
            AuthenticationManager manager = (AuthenticationManager) Objects.requireNonNull(call.getThis());
            return new GuardedManager(manager, realm, application)
                    .authenticate((Authentication) call.getArguments()[0]);
        }
    }
}
