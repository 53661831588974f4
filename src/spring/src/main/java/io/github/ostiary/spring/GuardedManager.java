package io.github.ostiary.spring;

import io.github.ostiary.login.FrameworkLogins;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;
import org.springframework.web.context.WebApplicationContext;

/**
 * A manager behind the rules with {@code login=spring}. A manager that asks another one tries the same name once. Thread-safe.
 */
final class GuardedManager implements AuthenticationManager {

    /** The name that this thread tries; none outside of {@link #authenticate}. */
    private static final ThreadLocal<@Nullable TypedName> TRIED = new ThreadLocal<>();

    private final AuthenticationManager manager;
    private final String realm;
    private final @Nullable ApplicationContext application;

    /**
     * A manager.
     *
     * @param manager looks at passwords
     * @param realm among whose accounts; the same on all nodes
     * @param application that it belongs to; null if only its threads know that
     */
    GuardedManager(AuthenticationManager manager, String realm, @Nullable ApplicationContext application) {
        this.manager = manager;
        this.realm = realm;
        this.application = application;
    }

    private @Nullable FrameworkLogins logins() {
        return FrameworkLogins.of(application instanceof WebApplicationContext web ? web.getServletContext() : null);
    }

    @Override
    public @Nullable Authentication authenticate(Authentication tried) {
        FrameworkLogins logins = logins();
        TypedName typed = logins == null ? null : TypedName.of(tried);
        TypedName outer = TRIED.get();
        if (logins == null || typed == null || typed.equals(outer)) {
            return manager.authenticate(tried);
        }
        TRIED.set(typed);
        try {
            return logins.attempt(typed.name(), typed.realm(realm), new ManagerCheck(manager, tried));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) { // a manager declares none
            throw new IllegalStateException(e);
        } finally {
            if (outer == null) {
                TRIED.remove();
            } else {
                TRIED.set(outer);
            }
        }
    }
}
