package io.github.ostiary.spring;

import io.github.ostiary.login.FrameworkLogins;
import io.github.ostiary.text.Log;
import jakarta.servlet.Filter;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
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
     * The managers of an application.
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
                if (!GuardedManagers.managers(filter).stream().allMatch(GuardedManagers::leadsToGuard)) {
                    unguarded.add(filter.getClass().getName());
                }
            }
        }
        if (!unguarded.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=spring does not count sign-ins by {0}: their AuthenticationManager is neither a bean nor"
                            + " that of its chain. Make it a @Bean, or take http.getSharedObject(AuthenticationManager.class)",
                    String.join(", ", unguarded));
        }
    }
}
