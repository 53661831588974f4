package io.github.ostiary.spring;

import io.github.ostiary.login.FrameworkLogins;
import io.github.ostiary.text.Log;
import jakarta.servlet.Filter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.WebApplicationContext;

/**
 * A look, when all beans are there, at the filters of Spring Security: logs those that ask a manager which is neither a bean
 * nor of their chain, so that no rule sees what they try.
 */
final class UnguardedManagers implements SmartInitializingSingleton {

    private static final System.Logger LOG = Log.of(UnguardedManagers.class);

    private final ApplicationContext application;

    /**
     * Those of an application.
     *
     * @param application with chains of filters, or none
     */
    UnguardedManagers(ApplicationContext application) {
        this.application = application;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!(application instanceof WebApplicationContext web)
                || FrameworkLogins.of(web.getServletContext()) == null) {
            return;
        }
        Set<String> unguarded = new TreeSet<>();
        for (SecurityFilterChain chain :
                application.getBeansOfType(SecurityFilterChain.class).values()) {
            for (Filter filter : chain.getFilters()) {
                if (!managers(filter).stream().allMatch(UnguardedManagers::isGuarded)) {
                    unguarded.add(filter.getClass().getName());
                }
            }
        }
        if (!unguarded.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=spring does not count what {0} look at: the AuthenticationManager there is neither a bean nor that of"
                            + " its chain. Make it a @Bean, or take http.getSharedObject(AuthenticationManager.class)",
                    String.join(", ", unguarded));
        }
    }

    /** One that only passes on to a guarded one, as for observations, is guarded. */
    static boolean isGuarded(AuthenticationManager manager) {
        if (GuardedManagers.isGuarded(manager)) {
            return true;
        }
        List<AuthenticationManager> behind = manager instanceof ProviderManager ? List.of() : managers(manager);
        return !behind.isEmpty() && behind.stream().allMatch(UnguardedManagers::isGuarded);
    }

    /** What is in the fields of an object. */
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
}
